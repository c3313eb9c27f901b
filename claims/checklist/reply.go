package checklist

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/assaybench/assay/spec"
)

// Mode is the table of bands that a judge chose for an item.
type Mode string

// Modes.
const (
	Objective  Mode = "objective"
	Subjective Mode = "subjective"
)

// Reply is a judge's answer about one item.
type Reply struct {
	Score     int
	Mode      Mode // empty where the judge named none
	Reasoning string
}

// ParseReply reads one JSON object with score, a whole number from 0 to 100 in digits
// alone, and perhaps mode and reasoning. Nothing else is read: no text or fence around
// the object, no other key, no number in words, in a string or with a point; nothing
// outside the range is brought into it. An answer that fails is unparseable, never a 0.
func ParseReply(text string) (Reply, error) {
	doc, list := spec.ParseJSON("reply", []byte(text))
	if err := list.Err(); err != nil {
		return Reply{}, err
	}
	m, ok := doc.Root.(map[string]any)
	if !ok {
		return Reply{}, errors.New("the reply is no JSON object")
	}
	for k := range m {
		if k != "score" && k != "mode" && k != "reasoning" {
			return Reply{}, errors.New("the reply has keys beyond score, mode and reasoning")
		}
	}
	n, ok := m["score"].(json.Number)
	if !ok {
		return Reply{}, errors.New("the reply has no number as its score")
	}
	score, err := strconv.Atoi(n.String())
	if err != nil || score < 0 || score > 100 || n.String() != strconv.Itoa(score) {
		return Reply{}, fmt.Errorf("the score %.40s is no whole number from 0 to 100", n)
	}
	r := Reply{Score: score}
	if v, there := m["mode"]; there {
		s, _ := v.(string)
		if r.Mode = Mode(s); r.Mode != Objective && r.Mode != Subjective {
			return Reply{}, errors.New("the mode is neither objective nor subjective")
		}
	}
	if v, there := m["reasoning"]; there {
		if r.Reasoning, ok = v.(string); !ok {
			return Reply{}, errors.New("the reasoning is no text")
		}
	}
	return r, nil
}
