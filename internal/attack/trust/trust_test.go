package trust_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/attack"
	"github.com/assaybench/assay/internal/attack/trust"
	"github.com/assaybench/assay/internal/honest"
	"github.com/assaybench/assay/spec"
)

func measurement(t *testing.T) *trust.Measurement {
	t.Helper()
	all, err := attack.All()
	if err != nil {
		t.Fatal(err)
	}
	m := &trust.Measurement{Run: spec.RunReport{
		Versions: map[string]string{"python": "3.12.1", "scikit_learn": "1.5", "numpy": "2.0"},
		Sandbox:  spec.SandboxReport{Isolated: true, Mechanisms: []string{"mount", "user"}, Tree: "poll"},
	}}
	for _, a := range all {
		m.Attacks = append(m.Attacks, trust.Attempt{Attack: a})
	}
	for _, name := range []string{"plain", "running_sums"} {
		m.Honest = append(m.Honest, trust.Answer{Style: honest.Style{Case: "engel", Name: name}, Attained: "1"})
	}
	return m
}

// One miss is enough for the whole to be incomplete, and the page names it.
func TestMisses(t *testing.T) {
	m := measurement(t)
	n := len(m.Attacks)
	if want := fmt.Sprintf("attacks %d/%d honest 2/2", n, n); m.Rates() != want || !m.Complete() {
		t.Errorf("%q, complete %t, want %q", m.Rates(), m.Complete(), want)
	}
	if strings.Contains(m.Page(), "## Missed") {
		t.Error("a page without misses has a list of them")
	}
	m.Attacks[0].Faults = []string{"no finding a|b\nand more"}
	m.Honest[1].Attained, m.Honest[1].Faults = "0.5", []string{"c has support 0.5, not 1"}
	if want := fmt.Sprintf("attacks %d/%d honest 1/2", n-1, n); m.Rates() != want || m.Complete() {
		t.Errorf("%q, complete %t, want %q", m.Rates(), m.Complete(), want)
	}
	for _, want := range []string{"## Missed", `no finding a\|b and more`, "c has support 0.5, not 1", "| engel/running sums | 1 | 0.5, missed |", "scikit-learn 1.5"} {
		if !strings.Contains(m.Page(), want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
}

// Nothing measured is nothing passed.
func TestEmpty(t *testing.T) {
	m := &trust.Measurement{}
	if m.Complete() || m.Rates() != "attacks 0/0 honest 0/0" {
		t.Errorf("%q is complete", m.Rates())
	}
}

// The page lists every attack, each under a kind that it explains, and is the same twice.
func TestPage(t *testing.T) {
	m := measurement(t)
	page := m.Page()
	if page != measurement(t).Page() {
		t.Error("two pages of one measurement differ")
	}
	for _, a := range m.Attacks {
		kind, _, _ := strings.Cut(a.Attack.Name, "/")
		if !strings.Contains(page, "| "+a.Attack.Name+" | ") || !strings.Contains(page, "| "+kind+" | ") {
			t.Errorf("the page does not hold %s, or not its kind", a.Attack.Name)
		}
	}
}

// What ends without a verdict is missed, not passed over.
func TestNoVerdict(t *testing.T) {
	m := measurement(t)
	r := attack.Runner{Cases: t.TempDir()}
	var lines []string
	got, err := trust.Measure(t.Context(), r, []attack.Attack{m.Attacks[0].Attack}, []honest.Style{m.Honest[0].Style}, func(s string) { lines = append(lines, s) })
	if err != nil {
		t.Fatal(err)
	}
	if got.Complete() || got.Rates() != "attacks 0/1 honest 0/1" || len(lines) != 2 || !strings.Contains(lines[0], "MISSED") || got.Honest[0].Attained != "none" {
		t.Errorf("%s: %q, attained %s", got.Rates(), lines, got.Honest[0].Attained)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := trust.Measure(ended, r, []attack.Attack{m.Attacks[0].Attack}, nil, func(string) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended: %v", err)
	}
}
