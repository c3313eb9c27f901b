package unit

import (
	"fmt"
	"math/big"
	"strings"
	"sync"
	"unicode"
)

// row defines a unit by those above it; "!name" makes it the base of a dimension.
type row struct {
	symbol string
	def    string
	prefix bool
	names  string // separated by "|", singular, lower case; other symbols as they are
}

// rows is the table. All factors are exact by definition: SI brochure (9th edition, 2019),
// the international yard and pound (1959), IAU 2012 B2 (au) and 2015 B2 (pc).
var rows = []row{
	{"g", "!mass", true, "gram|gramme"},
	{"m", "!length", true, "metre|meter"},
	{"s", "!time", true, "second|sec"},
	{"A", "!current", true, "ampere|amp"},
	{"K", "!temperature", true, "kelvin|degK|degree kelvin|degrees kelvin|deg K"},
	{"mol", "!amount", true, "mole"},
	{"cd", "!luminosity", true, "candela"},
	{"rad", "!angle", true, "radian"},
	{"bit", "!information", true, ""},
	{"Da", "!molecular mass", true, "dalton"}, // measured, not defined: kept apart from the gram

	{"%", "0.01", false, "percent|pct|per cent|percentage|percentage point|percent point|pp"},
	{"‰", "0.001", false, "permille|per mille"},
	{"‱", "0.0001", false, "basis point"},
	{"ppm", "1e-6", false, "ppmv|parts per million"},
	{"ppb", "1e-9", false, "ppbv|parts per billion"},
	{"ppt", "1e-12", false, "pptv|parts per trillion"},
	{"thousand", "1e3", false, ""},
	{"million", "1e6", false, ""},
	{"billion", "1e9", false, ""},
	{"trillion", "1e12", false, ""},

	{"Kg", "1000 g", false, "KG|Kgs|kgs|KGS"}, // common misspellings of kg
	{"min", "60 s", false, "minute"},
	{"h", "3600 s", false, "hour|hr"},
	{"d", "86400 s", false, "day"},
	{"week", "7 d", false, "wk"},
	{"year", "365.25 d", false, "yr|y|annum|a"},
	{"kyr", "1000 year", false, "ka"},
	{"Myr", "1e6 year", false, "Ma"},
	{"Gyr", "1e9 year", false, "Ga"},
	{"month", "1/12 year", false, "mo"},
	{"decade", "10 year", false, ""},
	{"century", "100 year", false, "centuries"},

	{"Hz", "1/s", true, "hertz"},
	{"N", "1000 g m/s^2", true, "newton"},
	{"Pa", "N/m^2", true, "pascal"},
	{"J", "N m", true, "joule"},
	{"W", "J/s", true, "watt"},
	{"C", "A s", true, "coulomb"},
	{"V", "W/A", true, "volt"},
	{"F", "C/V", true, "farad"},
	{"Ω", "V/A", true, "ohm"},
	{"S", "A/V", true, "siemens"},
	{"Wb", "V s", true, "weber"},
	{"T", "Wb/m^2", true, "tesla"},
	{"H", "Wb/A", true, "henry"},
	{"sr", "rad^2", true, "steradian"},
	{"lm", "cd sr", true, "lumen"},
	{"lx", "lm/m^2", true, "lux"},
	{"Bq", "1/s", true, "becquerel"},
	{"Gy", "J/1000/g", true, "gray"},
	{"Sv", "J/1000/g", true, "sievert"},
	{"kat", "mol/s", true, "katal"},
	{"L", "0.001 m^3", true, "l|litre|liter"},
	{"M", "mol/L", true, "molar"},
	{"t", "1e6 g", true, "tonne|metric ton"},
	{"ha", "1e4 m^2", false, "hectare"},
	{"bar", "1e5 Pa", true, ""},
	{"eV", "1.602176634e-19 J", true, "electronvolt|electron volt"},
	{"au", "149597870700 m", false, "astronomical unit|AU"},
	{"ly", "299792458 m/s year", false, "light year|lightyear"},
	{"B", "8 bit", true, "byte"},

	{"Å", "1e-10 m", false, "angstrom|ångström"},
	{"barn", "1e-28 m^2", true, ""},
	{"dyn", "1e-5 N", false, "dyne"},
	{"erg", "1e-7 J", false, ""},
	{"G", "1e-4 T", false, "gauss"},
	{"P", "0.1 Pa s", true, "poise"},
	{"St", "1e-4 m^2/s", true, "stokes"},
	{"Ci", "3.7e10 Bq", true, "curie"},
	{"Jy", "1e-26 W/m^2/Hz", true, "jansky"},
	{"cal", "4.184 J", true, "calorie"}, // thermochemical
	{"Cal", "4184 J", false, ""},
	{"atm", "101325 Pa", false, "atmosphere"},
	{"torr", "101325/760 Pa", false, "Torr"},
	{"mmHg", "133.322387415 Pa", false, "mm Hg"},

	{"inch", "0.0254 m", false, "in|inche"},
	{"ft", "12 inch", false, "foot|feet"},
	{"yd", "3 ft", false, "yard"},
	{"mi", "1760 yd", false, "mile"},
	{"nmi", "1852 m", false, "nautical mile"},
	{"mph", "mi/h", false, ""},
	{"kn", "nmi/h", false, "knot"},
	{"acre", "4840 yd^2", false, ""},
	{"lb", "453.59237 g", false, "lbs|pound"},
	{"oz", "lb/16", false, "ounce"},
	{"lbf", "9.80665 m/s^2 lb", false, ""},
	{"psi", "lbf/inch^2", false, ""},
	{"gal", "231 inch^3", false, "gallon"},                        // US
	{"Btu", "1055.05585262 J", false, "BTU|british thermal unit"}, // International Table

	{"dollar", "!dollar", false, "$|US$|US $|USD|us dollar"},
	{"euro", "!euro", false, "€|EUR"},
	{"pound sterling", "!pound sterling", false, "£|GBP|pounds sterling"},
	{"yen", "!yen", false, "¥|JPY"},
}

// Units with a power of pi or a zero of their own, which a definition cannot say.
var special = []struct {
	row
	pi     int
	offset *big.Rat
}{
	{row{"°", "1/180 rad", false, "deg|degree"}, 1, nil},
	{row{"arcmin", "1/10800 rad", false, "′|arcminute"}, 1, nil},
	{row{"arcsec", "1/648000 rad", false, "″|arcsecond"}, 1, nil},
	{row{"pc", "648000 au", true, "parsec"}, -1, nil},
	{row{"°C", "K", false, "degC|deg C|° C|degree C|degrees C|celsius|degree celsius|degrees celsius|centigrade"}, 0, big.NewRat(27315, 100)},
	{row{"°F", "5/9 K", false, "degF|deg F|° F|degree F|degrees F|fahrenheit|degree fahrenheit|degrees fahrenheit"}, 0, big.NewRat(45967, 100)},
}

// ones are words for the plain number.
const ones = "1|fraction|ratio|proportion|dimensionless|unitless|none|number|count"

// longestName is the most words that a name of the table has.
const longestName = 3

var prefixes = []struct {
	symbol, name string
	power        int
}{
	{"Q", "quetta", 30}, {"R", "ronna", 27}, {"Y", "yotta", 24}, {"Z", "zetta", 21}, {"E", "exa", 18}, {"P", "peta", 15},
	{"T", "tera", 12}, {"G", "giga", 9}, {"M", "mega", 6}, {"k", "kilo", 3}, {"h", "hecto", 2}, {"da", "deca", 1},
	{"d", "deci", -1}, {"c", "centi", -2}, {"m", "milli", -3}, {"μ", "micro", -6}, {"u", "micro", -6}, {"n", "nano", -9},
	{"p", "pico", -12}, {"f", "femto", -15}, {"a", "atto", -18}, {"z", "zepto", -21}, {"y", "yocto", -24}, {"r", "ronto", -27}, {"q", "quecto", -30},
}

// table finds units by symbol (as it is) and by name (in lower case).
type table struct {
	symbols map[string]entry
	names   map[string]entry
}

type entry struct {
	unit   Unit
	symbol string
	prefix bool
}

// system is the table, built and checked once; while the check fails nothing is read.
var system = sync.OnceValues(func() (*table, error) { return build(rows) })

// SelfTest reports whether the table agrees with the defining constants.
func SelfTest() error {
	_, err := system()
	return err
}

func build(rows []row) (*table, error) {
	t := &table{map[string]entry{}, map[string]entry{}}
	for _, name := range strings.Split(ones, "|") {
		t.names[name] = entry{unit: Unit{}}
	}
	for _, r := range rows {
		if err := t.define(r, 0, nil); err != nil {
			return nil, err
		}
	}
	for _, s := range special {
		if err := t.define(s.row, s.pi, s.offset); err != nil {
			return nil, err
		}
	}
	return t, t.check()
}

func (t *table) define(r row, pi int, offset *big.Rat) error {
	u := Unit{dims: map[string]int{strings.TrimPrefix(r.def, "!"): 1}}
	if r.def[0] != '!' {
		var err error
		if u, err = t.parse(r.def); err != nil {
			return fmt.Errorf("unit table: %s: %w", r.symbol, err)
		}
	}
	u.pi, u.offset = u.pi+pi, offset
	symbol := r.symbol
	if symbol == "Kg" {
		symbol = "kg"
	}
	if strings.Contains(symbol, " ") {
		symbol = `"` + symbol + `"`
	}
	e := entry{u.named(symbol), symbol, r.prefix}
	t.symbols[r.symbol] = e
	if lower := strings.ToLower(r.symbol); len(r.symbol) > 2 {
		if _, taken := t.names[lower]; !taken {
			t.names[lower] = e // PPM, Month
		}
	}
	for _, name := range strings.Split(r.names, "|") {
		switch {
		case name == "":
		case len(name) <= 2 || name != strings.ToLower(name):
			t.symbols[name] = e
		default:
			t.names[name] = e
		}
	}
	return nil
}

// lookup finds a unit by symbol, prefixed symbol, name, plural, prefixed name, or symbol
// with its power behind it (m2).
func (t *table) lookup(s string) (Unit, bool) {
	if strings.HasPrefix(s, `"`) {
		e, ok := t.symbols[s[1:]]
		return e.unit, ok && strings.Contains(s, " ")
	}
	if u, ok := t.plain(s); ok {
		return u, true
	}
	stem := strings.TrimRightFunc(s, unicode.IsDigit)
	if stem == s || len(s)-len(stem) > 1 {
		return Unit{}, false
	}
	u, ok := t.plain(stem)
	return Unit{}.times(u, int(s[len(s)-1]-'0')), ok
}

func (t *table) plain(s string) (Unit, bool) {
	if e, ok := t.symbols[s]; ok {
		return e.unit, true
	}
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(s, p.symbol); ok {
			if e, ok := t.symbols[rest]; ok && e.prefix {
				return e.prefixed(p.symbol, p.power), true
			}
		}
	}
	name := strings.ToLower(s)
	for _, n := range []string{name, strings.TrimSuffix(name, "s"), strings.TrimSuffix(name, "es")} {
		if e, ok := t.names[n]; ok && (n != "" && (n == name || len(n) > 2)) {
			return e.unit, true
		}
	}
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(name, p.name); ok {
			for _, n := range []string{rest, strings.TrimSuffix(rest, "s")} {
				if e, ok := t.names[n]; ok && e.prefix && len(n) > 2 {
					return e.prefixed(p.symbol, p.power), true
				}
			}
		}
	}
	return Unit{}, false
}

func (e entry) prefixed(symbol string, power int) Unit {
	if symbol == "u" {
		symbol = "μ"
	}
	return Unit{}.times(number(ratPow(big.NewRat(10, 1), power)), 1).times(e.unit, 1).named(symbol + e.symbol)
}

// written is the text of a name of one's own: in quotes where it would be read as
// something else without them.
func (t *table) written(name string) string {
	p := &parser{sys: t, toks: lex(normalise(name))}
	if len(p.toks) > 0 && ownName(name) == name {
		plain := true
		for ; p.i < len(p.toks); p.i++ {
			_, _, known := p.known()
			plain = plain && p.toks[p.i].kind == word && !p.isPer() && !known && p.toks[p.i].text[0] != '"'
		}
		if plain && squared[p.toks[0].text] == 0 {
			return name
		}
	}
	return `"` + name + `"`
}
