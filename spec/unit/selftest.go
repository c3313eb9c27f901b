package unit

import "fmt"

// equations hold by definition and are written without looking at the table: the exact
// constants of the SI (2019), the derived units in other base units, and the usual
// customary ones. A wrong factor, a typing error of any size included, breaks one.
var equations = [][2]string{
	{"eV", "1.602176634e-19 J"}, {"keV", "1.602176634e-16 kg m^2 s^-2"}, {"J", "kg m^2 s^-2"}, {"W", "kg m^2 s^-3"}, {"N", "kg m s^-2"},
	{"Pa", "kg m^-1 s^-2"}, {"Hz", "s^-1"}, {"V", "kg m^2 s^-3 A^-1"}, {"Ω", "kg m^2 s^-3 A^-2"}, {"S", "kg^-1 m^-2 s^3 A^2"},
	{"F", "kg^-1 m^-2 s^4 A^2"}, {"T", "kg s^-2 A^-1"}, {"Wb", "kg m^2 s^-2 A^-1"}, {"H", "kg m^2 s^-2 A^-2"}, {"Gy", "m^2 s^-2"}, {"Sv", "m^2 s^-2"},
	{"Bq", "s^-1"}, {"kat", "mol s^-1"}, {"C", "s A"}, {"lx", "cd sr m^-2"}, {"L", "dm^3"}, {"mL", "cm^3"}, {"M", "1000 mol m^-3"},
	{"t", "1000 kg"}, {"kg", "1000 g"}, {"mg", "1e-6 kg"}, {"ha", "10000 m^2"}, {"bar", "100 kPa"}, {"atm", "1013.25 hPa"}, {"atm", "760 torr"},
	{"h", "60 min"}, {"d", "24 h"}, {"week", "604800 s"}, {"year", "31557600 s"}, {"month", "2629800 s"}, {"decade", "315576000 s"}, {"century", "100 year"},
	{"Myr", "31557600e6 s"}, {"au", "149597870.7 km"}, {"ly", "9460730472580800 m"}, {"Å", "0.1 nm"}, {"barn", "100 fm^2"}, {"erg", "1 g cm^2 s^-2"},
	{"dyn", "g cm s^-2"}, {"G", "0.1 mT"}, {"P", "g cm^-1 s^-1"}, {"St", "cm^2/s"}, {"Ci", "37 GBq"}, {"Jy", "1e-26 kg s^-2"}, {"cal", "4.184 kg m^2 s^-2"},
	{"kcal", "4184 J"}, {"Cal", "kcal"}, {"Btu", "1055.05585262 J"}, {"mmHg", "133.322387415 Pa"},
	{"inch", "25.4 mm"}, {"ft", "304.8 mm"}, {"yd", "0.9144 m"}, {"mi", "1609.344 m"}, {"nmi", "1.852 km"}, {"mph", "0.44704 m/s"}, {"kn", "1852/3600 m/s"},
	{"acre", "4046.8564224 m^2"}, {"lb", "0.45359237 kg"}, {"oz", "28.349523125 g"}, {"lbf", "4.4482216152605 N"}, {"psi", "4.4482216152605/0.00064516 Pa"}, {"gal", "3.785411784 L"},
	{"%", "10 ‰"}, {"‰", "10 ‱"}, {"‱", "100 ppm"}, {"%", "0.01"}, {"ppm", "0.0001 %"}, {"ppb", "0.001 ppm"}, {"ppt", "0.001 ppb"}, {"million", "1000000"}, {"thousand", "1000"},
	{"billion", "1000 million"}, {"trillion", "1e12"}, {"B", "8 bit"}, {"°", "60 arcmin"}, {"°", "3600 arcsec"}, {"pc arcsec", "au rad"},
	{"kyr", "1000 year"}, {"Gyr", "1e9 year"}, {"lm", "cd rad^2"}, {"sr", "rad^2"}, {"1/°F", "1.8/°C"}, {"°C m", "K m"}, {"Kg", "kg"},
}

func (t *table) check() error {
	for _, e := range equations {
		u, err := t.parse(e[0])
		if err != nil {
			return fmt.Errorf("unit table: %w", err)
		}
		v, err := t.parse(e[1])
		if err != nil {
			return fmt.Errorf("unit table: %w", err)
		}
		u.offset, v.offset = nil, nil
		if !u.Same(v) {
			return fmt.Errorf("unit table: %s is not %s: the table is wrong", e[0], e[1])
		}
	}
	return nil
}
