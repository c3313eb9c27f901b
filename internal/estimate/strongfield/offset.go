package strongfield

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/attoclock"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// offsets is the attoclock's offset angle.
func offsets() estimate.Estimator {
	return estimate.Estimator{Name: "attoclock_offset", Summary: "the attoclock's offset angle",
		Unit: "deg", Domain: "one field or a column of one field, in atomic units; ellipticity to 1, 1 to 100 cycles",
		PerRow: true, Compute: offset,
		Formula: "r'' = -E(t) - Z exp(-r/L) (1 + r/L) r / r³ from rest at -r0 E/|E|; A(t) = -(F/ω) cos⁴(ωt/2N) (ε cos ωt, sin ωt), E = -dA/dt; r0 = ip/F(t) (triangle) or the outer root of -Z exp(-r/L)/r - F(t) r = -ip (barrier); the angle from -A(0) to the momentum long after the pulse, of the electron released at t = 0, or of the mean direction of `releases` of them over |ωt| <= π/2 that weigh exp(-2 (2 ip)^(3/2) / 3 F(t)); degrees, atomic units",
		Source:  "Torlina et al. 2015, Nature Physics 11, 503; Bray, Eckart and Kheifets 2018, Phys. Rev. Lett. 121, 123201; Pfeiffer et al. 2012, Nature Physics 8, 76; momentum after the pulse by Laplace's vector, or to 40 screening lengths; Dormand and Prince 8(5,3) to 1e-11",
		Args: []estimate.Arg{
			{Name: "field", Kind: estimate.ArgLabel, Required: true, Doc: "peak field F: " + either},
			strengthArg, lengthArg, ipArg,
			{Name: "frequency", Kind: estimate.ArgLabel, Required: true, Doc: "angular frequency ω: " + either},
			{Name: "ellipticity", Kind: estimate.ArgLabel, Default: spec.NumberValue(1), Doc: "ellipticity ε, at most 1: " + either},
			{Name: "cycles", Kind: estimate.ArgLabel, Default: spec.NumberValue(2), Doc: "optical cycles N of the whole pulse: " + either},
			{Name: "exit", Kind: estimate.ArgText, Default: spec.TextValue(string(attoclock.Triangle)), OneOf: []string{string(attoclock.Triangle), string(attoclock.Barrier)}, Doc: "where the electron appears"},
			{Name: "releases", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 1, Max: 1001, Doc: "times of release: 1 for the most probable electron alone, else an odd number"},
		}}
}

func clockOf(in estimate.Input) (attoclock.Clock, error) {
	c := attoclock.Clock{Exit: attoclock.Exit(in.Args.Text("exit"))}
	var err error
	if c.Well, err = wellOf(in); err != nil {
		return c, err
	}
	for name, into := range map[string]*float64{"field": &c.Peak, "ip": &c.Ip, "frequency": &c.Pulse.Frequency, "ellipticity": &c.Pulse.Ellipticity, "cycles": &c.Pulse.Cycles} {
		var e error
		if *into, e = quantity(in, name, false); e != nil {
			err = e
		}
	}
	switch {
	case err != nil:
		return c, err
	case c.Pulse.Ellipticity > 1:
		return c, estimate.Undefined("the ellipticity is %v, above 1", c.Pulse.Ellipticity)
	case c.Pulse.Cycles < 1 || c.Pulse.Cycles > 100:
		return c, estimate.Undefined("a pulse of %v cycles is not from 1 to 100", c.Pulse.Cycles)
	}
	return c, nil
}

func offset(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	c, err := clockOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	n := int(in.Args.Number("releases"))
	if float64(n) != in.Args.Number("releases") || n%2 == 0 {
		return estimate.Answer{}, estimate.BadArg("releases", "is not odd")
	}
	angle := func(c attoclock.Clock, n int) (float64, error) {
		if n > 1 {
			x, err := c.Mean(ctx, n)
			return x / degree, err
		}
		x, _, err := c.Offset(ctx)
		return x / degree, err
	}
	x, err := angle(c, n)
	if err != nil {
		return estimate.Answer{}, undefined(ctx, err)
	}
	a := estimate.Answer{Value: estimate.Number(x), Unit: "deg", What: "the offset angle of the most probable electron",
		// What programs that step to 1e-9, or stop far out, leave.
		Floor: spec.Tolerance{Rel: 1e-6, Abs: 1e-6}}
	if n > 1 {
		a.What = "the offset angle of the mean direction"
	}
	varied(&a, "radians", "in radians", x*degree)
	varied(&a, "sign", "counted against the sense in which the field turns", -x)
	varied(&a, "from-axis", "counted from minus the field at its peak, not from minus the vector potential", x+90)
	also := func(name, note string, n int, change func(c *attoclock.Clock)) {
		o := c
		change(&o)
		if o == c && n == int(in.Args.Number("releases")) {
			return
		}
		if y, err := angle(o, n); err == nil {
			varied(&a, name, note, y)
		}
	}
	also("unit-strength", "with the strength 1, not that which binds equally", n, func(c *attoclock.Clock) { c.Well.Strength = 1 })
	if n > 1 {
		also("most-probable", "of the most probable electron alone", 1, func(*attoclock.Clock) {})
		return a, ctx.Err()
	}
	also("unscreened", "without the screening", 1, func(c *attoclock.Clock) { c.Well.Length = math.Inf(1) })
	also("other-exit", "from the other exit", 1, func(c *attoclock.Clock) {
		c.Exit = map[attoclock.Exit]attoclock.Exit{attoclock.Triangle: attoclock.Barrier, attoclock.Barrier: attoclock.Triangle}[c.Exit]
	})
	also("circular", "in a circular pulse", 1, func(c *attoclock.Clock) { c.Pulse.Ellipticity = 1 })
	also("mean", "of the mean direction of 21 releases", 21, func(*attoclock.Clock) {})
	if _, early, err := c.Offset(ctx); err == nil {
		varied(&a, "pulse-end", "of the momentum at the end of the pulse", early/degree)
	}
	return a, ctx.Err()
}

const degree = math.Pi / 180
