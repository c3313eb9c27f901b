package phrase_test

import (
	"math"
	"testing"

	"github.com/assaybench/assay/internal/phrase"
)

func TestPhrases(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{phrase.Short(0.123456), "0.12346"},
		{phrase.Short(-3700.662), "-3700.7"},
		{phrase.Short(10000), "10000"},
		{phrase.Short(123456.78), "123456.8"},
		{phrase.Short(1e7), "1e+07"},
		{phrase.Short(math.NaN()), "NaN"},
		{phrase.Number(0.1), "0.1"},
		{phrase.Unit("3", "g"), "3 g"},
		{phrase.Unit("3", ""), "3"},
		{phrase.Unit("3", "1"), "3"},
		{phrase.Count(1, "mark", "marks"), "1 mark"},
		{phrase.Count(0, "mark", "marks"), "0 marks"},
		{phrase.More(0), ""},
		{phrase.More(2), " (and 2 more)"},
		{phrase.List(nil), ""},
		{phrase.List([]string{"A"}), "A"},
		{phrase.List([]string{"A", "B"}), "A and B"},
		{phrase.List([]string{"A", "B", "C", "D"}), "A, B, C and D"},
		{phrase.List([]string{"A", "B", "C", "D", "E"}), "A, B, C and 2 more"},
		{phrase.Of(""), ""},
		{phrase.Of("A"), " of A"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestApart(t *testing.T) {
	for _, c := range []struct {
		a, b         float64
		wantA, wantB string
	}{
		{3939.5, 3862.3, "3939.5", "3862.3"},
		{458.57, 458.56612591013476, "458.57", "458.566"},
		{1, math.Nextafter(1, 2), "1", "1"},
		{2, 2, "2", "2"},
		{math.NaN(), math.NaN(), "NaN", "NaN"},
	} {
		if a, b := phrase.Apart(c.a, c.b); a != c.wantA || b != c.wantB {
			t.Errorf("Apart(%v, %v) is %s and %s", c.a, c.b, a, b)
		}
	}
}
