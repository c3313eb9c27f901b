package judge

import (
	"errors"
	"fmt"
)

// Code is the stable code of what went wrong with a judge (docs/judges.md).
type Code string

// Codes. None of them is a judgement: what was asked stays undecided.
const (
	CodeSpec        Code = "judge.spec"            // which judge is wanted cannot be read
	CodeRequest     Code = "judge.invalid-request" // the request itself: no parts, an image that is none
	CodeUnavailable Code = "judge.unavailable"     // no connection, or the server failed, also after retries
	CodeRateLimited Code = "judge.rate-limited"    // too many requests, also after retries
	CodeRejected    Code = "judge.rejected"        // the server refused the request: key, model, parameters
	CodeTimeout     Code = "judge.timeout"         // no reply within the time of one call
	CodeCancelled   Code = "judge.cancelled"       // ended by the user
	CodeRefusal     Code = "judge.refusal"         // the judge declined to answer
	CodeTruncated   Code = "judge.truncated"       // the reply was cut at its token limit
	CodeEmpty       Code = "judge.empty"           // a reply without text
	CodeMalformed   Code = "judge.malformed"       // a reply that does not follow the protocol
	CodeTooLarge    Code = "judge.too-large"       // a reply beyond the cap on its size
	CodeKeyEchoed   Code = "judge.key-echoed"      // a reply that holds the key; it is thrown away
	CodeTokenLimit  Code = "judge.token-limit"     // the request could pass the limit on tokens; not sent
	CodeCostLimit   Code = "judge.cost-limit"      // the request could pass the limit on cost; not sent
	CodeNoRecord    Code = "judge.no-record"       // the file has no reply to this request
	CodeStaleRecord Code = "judge.stale-record"    // the recorded reply was given to other content
	CodeFile        Code = "judge.invalid-file"    // a file of replies or answers that cannot be read
	CodeCommand     Code = "judge.command"         // the command failed
	CodeNoAnswer    Code = "judge.no-answer"       // the person's input ended
	CodeAbstained   Code = "judge.abstained"       // the person passed the question over
	CodeTranscript  Code = "judge.transcript"      // the transcript could not be written; the reply is not used
	CodeCache       Code = "judge.cache-corrupt"   // a damaged entry of the cache; asked again (a warning)
	CodeCacheWrite  Code = "judge.cache-write"     // an entry could not be stored (a warning)
)

// Error says why a request has no reply. No key ever stands in it, and what a server or a
// program said has its control characters taken out.
type Error struct {
	Code    Code
	ID      string // of the request, where there is one
	Message string // what happened
	Fix     string // what to do next
	Err     error  // cause, for errors.Is; its text is not shown
	Usage   Usage  // what was spent all the same
}

func (e *Error) Error() string {
	s := e.Message
	if e.ID != "" {
		s = e.ID + ": " + s
	}
	if e.Fix != "" {
		s += "; " + e.Fix
	}
	return fmt.Sprintf("%s [%s]", s, e.Code)
}

func (e *Error) Unwrap() error { return e.Err }

// CodeOf is the code of an error made by a judge, empty for others.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
