package strd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assaybench/assay/internal/strd"
	"github.com/assaybench/assay/oracle"
)

var once struct {
	sync.Once
	lines []strd.Line
	err   error
}

// certified are the lines of the published sets, or of the carried ones.
func certified(t *testing.T) []strd.Line {
	t.Helper()
	sets := published(t)
	if sets == nil {
		sets = carriedSets(t)
	}
	once.Do(func() { once.lines, once.err = strd.Certify(context.Background(), oracle.Default(), sets) })
	if once.err != nil {
		t.Fatal(once.err)
	}
	return once.lines
}

// The digits asked for are reached on every set, from both starts: on the published
// files, or on the carried numbers where those are not there.
func TestCertify(t *testing.T) {
	published := published(t) != nil
	lines := certified(t)
	count := map[strd.Kind]int{}
	for _, l := range lines {
		count[l.Kind]++
		if l.Digits < strd.Asked[l.Kind] {
			t.Errorf("%s start %d, %s: %s has %.1f digits of %s, want %.1f", l.Set, l.Start, l.Quantity, l.Value, l.Digits, l.Certified, strd.Asked[l.Kind])
		}
	}
	// 120 parameters with their standard errors, RSS and residual sd of 27 sets, twice.
	want := map[strd.Kind]int{strd.Nonlinear: 2 * (2*120 + 2*27)}
	if published {
		want[strd.Univariate], want[strd.Linear], want[strd.ANOVA] = 9*3, 2*55+11*3, 11*3
	}
	for _, k := range strd.Kinds {
		if count[k] != want[k] {
			t.Errorf("%d values of %s sets, not %d", count[k], k, want[k])
		}
	}
	if !slices.IsSortedFunc(lines, func(a, b strd.Line) int { return slices.Index(strd.Kinds, a.Kind) - slices.Index(strd.Kinds, b.Kind) }) {
		t.Error("the lines are not sorted by kind")
	}
}

// docs/accuracy.md tells of this code: its column of Assay is what is computed now.
func TestPageIsFresh(t *testing.T) {
	var now bytes.Buffer
	if err := strd.WritePage(&now, certified(t), strd.Peers{}); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/accuracy.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, row := range strings.Split(now.String(), "\n") {
		if !strings.HasPrefix(row, "| ") || strings.HasPrefix(row, "| set") {
			continue
		}
		if rows++; !strings.Contains(string(page), "\n"+row) {
			t.Errorf("docs/accuracy.md lacks %s; make accuracy writes it anew", row)
		}
	}
	if rows < 54 {
		t.Errorf("only %d rows were compared", rows)
	}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct {
		kind      strd.Kind
		got       float64
		certified string
		want      float64
	}{
		{strd.Linear, 1, "1.00000000000000", 15},
		{strd.Linear, 1.001, "1", 3},
		{strd.Linear, -1, "1", 0},
		{strd.Linear, 1e-7, "0.000000000000000", 7},
		{strd.Linear, 0, "0.000000000000000", 15},
		{strd.Nonlinear, 2, "2.0000000000E+00", 11},
		{strd.Nonlinear, 1.1, "1", 1},
		{strd.Univariate, math.NaN(), "1", 0},
		{strd.Univariate, math.Inf(1), "Infinity", 0},
		{strd.Univariate, 1, "one", 0},
	} {
		if got := strd.Digits(c.kind, c.got, c.certified); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v against %s: %v digits, not %v", c.got, c.certified, got, c.want)
		}
	}
}

// An infinite F is reached by an estimator that says so, and by no number.
func TestInfinite(t *testing.T) {
	set := strd.Set{Name: "Straight", Kind: strd.Linear, Columns: []string{"y", "x"}, Cells: [][]string{{"1", "3", "5"}, {"0", "1", "2"}}, Params: []string{"B0", "B1"},
		Certified: []strd.Certified{{Quantity: "B0", Value: "1"}, {Quantity: "se B1", Value: "0.0"}, {Quantity: "F", Value: "Infinity"}}}
	bent := set
	bent.Cells = [][]string{{"1", "3", "5.5"}, {"0", "1", "2"}}
	for f, s := range map[float64]strd.Set{15: set, 0: bent} {
		lines, err := strd.Certify(context.Background(), oracle.Default(), []strd.Set{s})
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) != 3 || lines[2].Digits != f {
			t.Errorf("F: %+v", lines)
		}
	}
}

// A search that fails is 0 digits of each value, not an error.
func TestFailedSearch(t *testing.T) {
	s := carriedSets(t)[0]
	s.Starts = [][]string{{"1", "-1e9", "0.3"}, {"1", "-1e9", "0.3"}}
	lines, err := strd.Certify(context.Background(), oracle.Default(), []strd.Set{s})
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 16 || lines[0].Digits != 0 || !strings.Contains(lines[0].Value, "starting values") {
		t.Errorf("got %+v", lines[0])
	}
}

func TestPage(t *testing.T) {
	lines := []strd.Line{
		{Set: "A", Kind: strd.Linear, Quantity: "B0", Group: "coefficients", Certified: "2", Digits: 15},
		{Set: "A", Kind: strd.Linear, Quantity: "B1", Group: "coefficients", Certified: "3", Digits: 14.5},
		{Set: "A", Kind: strd.Linear, Quantity: "F", Group: "F", Certified: "Infinity", Digits: 15},
	}
	off := 3.003
	peers := strd.Peers{Tools: []string{"other"}, Versions: map[string]string{"other": "1.0"}, Values: []strd.PeerValue{
		{Tool: "other", Set: "A", Quantity: "B1", Value: &off}, {Tool: "other", Set: "A", Quantity: "F"}}}
	var b bytes.Buffer
	if err := strd.WritePage(&b, lines, peers); err != nil {
		t.Fatal(err)
	}
	if want := "| A | 14.5 / 15.0 | 3.0 / – |"; !strings.Contains(b.String(), want) {
		t.Errorf("the page lacks %s:\n%s", want, b.String())
	}
	peers.Values[0].Quantity = "B7"
	if err := strd.WritePage(&b, lines, peers); err == nil {
		t.Error("a value that is not certified is compared")
	}
}

func TestReadPeers(t *testing.T) {
	for text, ok := range map[string]bool{
		`{"tools": ["a"], "values": [{"tool": "a", "set": "S", "quantity": "F", "value": null}]}`: true,
		`{"tools": ["a"], "values": [{"tool": "b", "set": "S", "quantity": "F", "value": 1}]}`:    false,
		`{"tools": ["a"], "values": []}`: false,
		`{"tool": []}`:                   false,
		``:                               false,
	} {
		if _, err := strd.ReadPeers(strings.NewReader(text)); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
	b, err := json.Marshal(strd.Line{Set: "A", Kind: strd.Linear, Quantity: "F", Digits: 15})
	if err != nil || strings.Contains(string(b), "start") {
		t.Errorf("a line is %s, %v", b, err)
	}
}
