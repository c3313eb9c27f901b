// Package trust measures how far verdicts can be trusted: how many of the hostile
// submissions of the suite lose what they should lose, by the finding that says why, and
// how many honest ones reach full support. It writes the page that says so.
package trust

import (
	"context"
	"fmt"
	"strings"

	"github.com/assaybench/assay/internal/attack"
	"github.com/assaybench/assay/internal/honest"
	"github.com/assaybench/assay/spec"
)

// Measurement is what came of every attack and of every honest submission, in the order
// in which they were given.
type Measurement struct {
	Attacks []Attempt
	Honest  []Answer
	Run     spec.RunReport // of the first honest submission that was run
}

// Attempt is an attack and what it should have met and did not: nothing where it was caught.
type Attempt struct {
	Attack attack.Attack
	Faults []string
}

// Answer is an honest submission, the least support among its required claims ("none"
// where there is no verdict), and what it should have reached and did not.
type Answer struct {
	Style    honest.Style
	Attained string
	Faults   []string
}

// Measure runs everything through the verifier, one after the other, as each already runs
// side by side with its reruns. It tells say a line of each. What ends without a verdict
// is a fault; an error means only that ctx ended.
func Measure(ctx context.Context, r attack.Runner, attacks []attack.Attack, styles []honest.Style, say func(line string)) (*Measurement, error) {
	m := &Measurement{}
	all := len(attacks) + len(styles)
	told := func(name, good string, faults []string) {
		if len(faults) > 0 {
			good = "MISSED: " + strings.Join(faults, "; ")
		}
		say(fmt.Sprintf("%3d/%d %s: %s", len(m.Attacks)+len(m.Honest), all, name, good))
	}
	for _, a := range attacks {
		out, err := r.Attack(ctx, a)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		try := Attempt{Attack: a}
		if err != nil {
			try.Faults = []string{err.Error()}
		} else {
			try.Faults = out.Faults
		}
		m.Attacks = append(m.Attacks, try)
		told(a.Name, "caught", try.Faults)
	}
	for _, s := range styles {
		out, err := r.Honest(ctx, s)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		answer := Answer{Style: s, Attained: "none"}
		if err != nil {
			answer.Faults = []string{err.Error()}
		} else {
			answer.Attained, answer.Faults = least(out.Report), out.Faults
			if m.Run.Versions == nil {
				m.Run = out.Report.Run
			}
		}
		m.Honest = append(m.Honest, answer)
		told(s.Case+"/"+s.Name, "support "+answer.Attained, answer.Faults)
	}
	return m, nil
}

// least is the support of the required claim that has the least; an open one has less
// than any. A report without required claims has none.
func least(r *spec.Report) string {
	worst := "none"
	best := 2.0
	for _, c := range r.Claims {
		switch {
		case !c.Required:
		case c.Support == nil:
			return attack.Support(c)
		case *c.Support < best:
			best, worst = *c.Support, attack.Support(c)
		}
	}
	return worst
}

// Rates are the two rates in one line: attacks caught of all, honest submissions passed of
// all.
func (m *Measurement) Rates() string {
	caught, passed := m.count()
	return fmt.Sprintf("attacks %d/%d honest %d/%d", caught, len(m.Attacks), passed, len(m.Honest))
}

// Complete reports whether nothing was missed, and there was something to measure.
func (m *Measurement) Complete() bool {
	caught, passed := m.count()
	return caught+passed > 0 && caught == len(m.Attacks) && passed == len(m.Honest)
}

func (m *Measurement) count() (caught, passed int) {
	for _, a := range m.Attacks {
		if len(a.Faults) == 0 {
			caught++
		}
	}
	for _, h := range m.Honest {
		if len(h.Faults) == 0 {
			passed++
		}
	}
	return caught, passed
}
