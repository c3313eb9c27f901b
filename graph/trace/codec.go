package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Event is one line of a trace: the header and the fields of its kind. Exactly one of
// the pointers is set, the one that Header.K names.
type Event struct {
	Header
	Run    *Run
	File   *File
	Op     *Op
	Bind   *Bind
	Slot   *Slot
	Loop   *Loop
	Branch *Branch
	Result *ResultLeaf
	Figure *Figure
	Audit  *Audit
	Array  *Array
	End    *End
}

// body returns the place of the kind's fields, allocated, and nil for an unknown kind.
func (e *Event) body() any {
	switch e.K {
	case KindRun:
		return put(&e.Run)
	case KindFile:
		return put(&e.File)
	case KindOp:
		return put(&e.Op)
	case KindBind:
		return put(&e.Bind)
	case KindSlot:
		return put(&e.Slot)
	case KindLoop:
		return put(&e.Loop)
	case KindBranch:
		return put(&e.Branch)
	case KindResult:
		return put(&e.Result)
	case KindFigure:
		return put(&e.Figure)
	case KindAudit:
		return put(&e.Audit)
	case KindArray:
		return put(&e.Array)
	case KindEnd:
		return put(&e.End)
	}
	return nil
}

func put[T any](p **T) *T {
	if *p == nil {
		*p = new(T)
	}
	return *p
}

// UnmarshalJSON reads the flat line. An unknown kind is an error.
func (e *Event) UnmarshalJSON(b []byte) error {
	*e = Event{}
	if err := json.Unmarshal(b, &e.Header); err != nil {
		return err
	}
	body := e.body()
	if body == nil {
		return fmt.Errorf("unknown kind of event %q", e.K)
	}
	return json.Unmarshal(b, body)
}

// MarshalJSON writes the flat line: the header's fields, then those of the kind.
func (e Event) MarshalJSON() ([]byte, error) {
	body := e.body()
	if body == nil {
		return nil, fmt.Errorf("unknown kind of event %q", e.K)
	}
	head, err := json.Marshal(e.Header)
	if err != nil {
		return nil, err
	}
	rest, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	if bytes.Equal(rest, []byte("{}")) {
		return head, nil
	}
	head[len(head)-1] = ','
	return append(head, rest[1:]...), nil
}
