package judge_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/assaybench/assay/claims/judge"
)

func TestErrorSaysWhatAndWhatNext(t *testing.T) {
	cause := errors.New("cause")
	e := &judge.Error{Code: judge.CodeNoRecord, ID: "t/r/item-1", Message: "no reply is recorded", Fix: "record it", Err: cause}
	if got, want := e.Error(), "t/r/item-1: no reply is recorded; record it [judge.no-record]"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if wrapped := fmt.Errorf("outer: %w", e); judge.CodeOf(wrapped) != judge.CodeNoRecord || !errors.Is(wrapped, cause) {
		t.Error("the code or the cause is lost under a wrapper")
	}
	if c := judge.CodeOf(cause); c != "" {
		t.Errorf("a foreign error has the code %q", c)
	}
}
