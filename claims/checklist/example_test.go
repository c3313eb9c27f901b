package checklist_test

import (
	"fmt"

	"github.com/assaybench/assay/claims/checklist"
)

// A judge that failed is no 0: the total is then an interval.
func ExampleSum() {
	total, err := checklist.Sum([]checklist.Outcome{
		{Index: 0, State: checklist.Scored, Score: 45, Weight: 0.5},
		{Index: 1, State: checklist.JudgeFailed, Weight: 0.5},
	}, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(total.Score == nil, total.Low, total.High, total.Covered)
	// Output: true 22.5 72.5 0.5
}

func ExampleParseReply() {
	for _, text := range []string{`{"mode": "objective", "reasoning": "the slope is there", "score": 45}`, "The score is 45.", `{"score": 850}`} {
		if r, err := checklist.ParseReply(text); err != nil {
			fmt.Println("unparseable")
		} else {
			fmt.Println(r.Score, r.Mode)
		}
	}
	// Output:
	// 45 objective
	// unparseable
	// unparseable
}
