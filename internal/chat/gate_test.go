package chat

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// At 30 a minute the n-th of many requests starts 2n seconds after the first, and a hold
// moves what comes after it.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pace{every: 2 * time.Second}
		begin := time.Now()
		for i := range 5 {
			if err := p.wait(t.Context()); err != nil {
				t.Fatal(err)
			}
			if d := time.Since(begin); d != time.Duration(i)*2*time.Second {
				t.Errorf("request %d after %s", i, d)
			}
		}
		p.hold(time.Minute)
		if err := p.wait(t.Context()); err != nil || time.Since(begin) != 8*time.Second+time.Minute {
			t.Errorf("after a hold: %s, %v", time.Since(begin), err)
		}
		p.hold(time.Minute)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := p.wait(ctx); err == nil {
			t.Error("waited on after the end")
		}
	})
}

// Of a reservation under way a second request waits for the end, and is refused only when
// what was used leaves no room.
func TestBudgetWaitsForWhatIsUnderWay(t *testing.T) {
	for _, tc := range []struct {
		used int64
		want bool
	}{{40, true}, {41, false}} {
		synctest.Test(t, func(t *testing.T) {
			b := newBudget(100, 0)
			if f := b.reserve(t.Context(), load{tokens: 60}); f != nil {
				t.Fatal(f)
			}
			done := make(chan *Fault)
			go func() { done <- b.reserve(t.Context(), load{tokens: 60}) }()
			synctest.Wait()
			select {
			case f := <-done:
				t.Fatalf("did not wait: %v", f)
			default:
			}
			b.settle(load{tokens: 60}, load{tokens: tc.used})
			if f := <-done; (f == nil) != tc.want {
				t.Errorf("with %d used: %v", tc.used, f)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	for v, want := range map[string]time.Duration{
		"": 0, "5": 5 * time.Second, "0.5": 500 * time.Millisecond, "-1": 0, "NaN": 0, "1e300": 0, "soon": 0,
		"Mon, 30 Nov 2026 08:00:30 GMT": 30 * time.Second, "Mon, 30 Nov 2026 07:00:00 GMT": 0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {v}}, now); got != want {
			t.Errorf("%q: %s, not %s", v, got, want)
		}
	}
}
