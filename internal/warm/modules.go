package warm

import "regexp"

// known are the modules that a warm interpreter loads, by what a program must mention:
// every part of the name, or the words beside it.
var known = []struct {
	module string
	words  []string
}{
	{"numpy", nil}, {"numpy.random", nil}, {"numpy.linalg", nil},
	{"pandas", nil}, {"pandas.plotting._matplotlib", []string{"pandas", "matplotlib", "plot"}},
	{"matplotlib", nil}, {"matplotlib.pyplot", nil},
	{"matplotlib.backends.backend_agg", []string{"matplotlib"}}, {"PIL.PngImagePlugin", []string{"matplotlib"}},
	{"scipy", nil}, {"scipy.stats", nil}, {"scipy.optimize", nil}, {"scipy.signal", nil}, {"scipy.interpolate", nil}, {"scipy.special", nil},
	{"scipy.linalg", nil}, {"scipy.integrate", nil}, {"scipy.cluster.hierarchy", nil}, {"scipy.spatial.distance", nil},
	{"statsmodels.api", nil}, {"statsmodels.formula.api", nil},
	{"sklearn.linear_model", nil}, {"sklearn.metrics", nil}, {"sklearn.model_selection", nil}, {"sklearn.preprocessing", nil}, {"sklearn.cluster", nil},
	{"sklearn.decomposition", nil}, {"sklearn.ensemble", nil}, {"sklearn.pipeline", nil},
	{"seaborn", nil},
}

// threaded are libraries that work with threads of their own from their import on, which
// no fork has: who uses them starts cold.
var threaded = []string{"polars"}

var word = regexp.MustCompile(`\w+`)

// Modules lists what a Python program may import of the usual libraries, of the names
// that it mentions. The list holds only names of a fixed set, in a fixed order.
func Modules(source []byte) []string {
	said := words(source)
	var out []string
	for _, k := range known {
		wanted := k.words
		if wanted == nil {
			wanted = word.FindAllString(k.module, -1)
		}
		all := true
		for _, w := range wanted {
			all = all && said[w]
		}
		if all {
			out = append(out, k.module)
		}
	}
	return out
}

// Threaded is the library that a program mentions whose threads no fork has, or empty.
func Threaded(source []byte) string {
	said := words(source)
	for _, name := range threaded {
		if said[name] {
			return name
		}
	}
	return ""
}

func words(source []byte) map[string]bool {
	said := map[string]bool{}
	for _, w := range word.FindAll(source, -1) {
		said[string(w)] = true
	}
	return said
}
