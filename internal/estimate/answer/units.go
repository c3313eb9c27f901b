package answer

import (
	"fmt"

	"github.com/assaybench/assay/spec/unit"
)

// Power is a unit raised to n; "" where the unit is not known or not readable.
func Power(u string, n int) string { return written(fmt.Sprintf("(%s)^%d", u, n), u) }

// Per is unit a divided by unit b.
func Per(a, b string) string { return written(fmt.Sprintf("(%s)/(%s)", a, b), a, b) }

func written(text string, parts ...string) string {
	for _, p := range parts {
		if p == "" {
			return ""
		}
	}
	u, err := unit.Parse(text)
	if err != nil {
		return ""
	}
	return u.String()
}
