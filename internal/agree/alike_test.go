package agree_test

import (
	"encoding/json"
	"testing"

	"github.com/assaybench/assay/internal/agree"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
)

func fromJSON(t *testing.T, text string) spec.Value {
	t.Helper()
	var v spec.Value
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestFreeSign(t *testing.T) {
	for _, c := range []struct{ got, want, as string }{
		{"-2", "2", "-2"}, {"2", "2", "2"}, {"0", "2", "2"},
		{"[-1,2]", "[1,-2]", "[-1,2]"}, {"[1,2]", "[1,-2]", "[-1,2]"}, {"[3,-1]", "[1,-2]", "[1,-2]"},
		{`[1]`, "[1,-2]", "[1,-2]"}, {`"x"`, "3", "3"}, {`["NaN",1]`, "[2,-1]", "[-2,1]"},
		{`{"columns":["k","b","a"],"rows":[["v",1,-2],["u",0,1]]}`, `{"columns":["k","a","b"],"rows":[["u",-1,7],["v",2,-1]]}`, `{"columns":["k","a","b"],"rows":[["u",1,-7],["v",-2,1]]}`},
	} {
		r := agree.Reported{Value: fromJSON(t, c.got)}
		w := agree.Computed{Value: fromJSON(t, c.want)}
		if w.Value.Kind == spec.ValueTable {
			w.Keys = []string{"k"}
		}
		before := w.Value.String()
		if got, as := agree.FreeSign(r, w, "given", spec.Terms{}).String(), fromJSON(t, c.as).String(); got != as {
			t.Errorf("%s for %s: %s, not %s", c.got, c.want, got, as)
		}
		if w.Value.String() != before {
			t.Error("the computed value changed")
		}
	}
}

func TestFreeNames(t *testing.T) {
	for _, c := range []struct{ got, want, as string }{
		{"[5,5,7]", "[1,1,2]", "[5,5,7]"}, {`["b","b","a"]`, "[1,1,2]", `["b","b","a"]`}, {"[2,2,1,1]", "[1,1,2,2]", "[2,2,1,1]"},
		{"[1,1,1,2]", "[1,1,2,2]", "[1,1,2,2]"}, // one element is elsewhere
		{"[1,1,1]", "[1,1,2]", `[1,1,"a group of its own"]`}, {"[1,2,3]", "[1,1,2]", "[1,1,3]"}, {"[1]", "[1,2]", "[1,2]"},
	} {
		got := agree.FreeNames(agree.Reported{Value: fromJSON(t, c.got)}, agree.Computed{Value: fromJSON(t, c.want)}, "given", spec.Terms{})
		if diff := cmp.Diff(fromJSON(t, c.as).String(), got.String()); diff != "" {
			t.Errorf("%s for %s: %s", c.got, c.want, diff)
		}
	}
}
