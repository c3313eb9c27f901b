package smooth

import "math"

// Kernel is a density with mean 0. Those of bounded support have it on [-1, 1] before
// scaling; SD is their standard deviation there. The Gaussian has SD 1 and no bound.
type Kernel struct {
	Name  string
	SD    float64
	Bound bool
	at    func(u float64) float64 // density
	below func(u float64) float64 // its integral up to u
}

// Kernels are the Gaussian, Epanechnikov's, and those that R names so: rectangular,
// triangular, biweight, cosine (1 + cos πu)/2 and optcosine (π/4) cos(πu/2).
var Kernels = []Kernel{
	{"gaussian", 1, false, gauss, func(u float64) float64 { return math.Erfc(-u/math.Sqrt2) / 2 }},
	{"epanechnikov", math.Sqrt(1.0 / 5), true, func(u float64) float64 { return 0.75 * (1 - u*u) },
		func(u float64) float64 { return (2 + u*(3-u*u)) / 4 }},
	{"rectangular", math.Sqrt(1.0 / 3), true, func(float64) float64 { return 0.5 }, func(u float64) float64 { return (1 + u) / 2 }},
	{"triangular", math.Sqrt(1.0 / 6), true, func(u float64) float64 { return 1 - math.Abs(u) }, func(u float64) float64 {
		if u < 0 {
			return (1 + u) * (1 + u) / 2
		}
		return 1 - (1-u)*(1-u)/2
	}},
	{"biweight", math.Sqrt(1.0 / 7), true, func(u float64) float64 { v := 1 - u*u; return 15.0 / 16 * v * v },
		func(u float64) float64 { return (8 + u*(15-u*u*(10-3*u*u))) / 16 }},
	{"cosine", math.Sqrt(1.0/3 - 2/(math.Pi*math.Pi)), true, func(u float64) float64 { return (1 + math.Cos(math.Pi*u)) / 2 },
		func(u float64) float64 { return (1 + u + math.Sin(math.Pi*u)/math.Pi) / 2 }},
	{"optcosine", math.Sqrt(1 - 8/(math.Pi*math.Pi)), true, func(u float64) float64 { return math.Pi / 4 * math.Cos(math.Pi*u/2) },
		func(u float64) float64 { return (1 + math.Sin(math.Pi*u/2)) / 2 }},
}

func gauss(u float64) float64 { return math.Exp(-u*u/2) / math.Sqrt(2*math.Pi) }

// KernelNamed is the kernel of a name; the Gaussian where there is none.
func KernelNamed(name string) Kernel {
	for _, k := range Kernels {
		if k.Name == name {
			return k
		}
	}
	return Kernels[0]
}
