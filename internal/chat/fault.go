package chat

// Kind is what went wrong.
type Kind string

// Kinds of faults.
const (
	Request     Kind = "invalid-request" // nothing was sent
	Unavailable Kind = "unavailable"     // no connection, or the server failed
	RateLimited Kind = "rate-limited"    // too many requests
	Rejected    Kind = "rejected"        // refused with a status of 3xx or 4xx
	Timeout     Kind = "timeout"         // no answer in time
	Cancelled   Kind = "cancelled"       // the context ended
	Refusal     Kind = "refusal"         // the model declined
	Truncated   Kind = "truncated"       // cut at the token limit
	Empty       Kind = "empty"           // no text
	Malformed   Kind = "malformed"       // not the protocol
	TooLarge    Kind = "too-large"       // a body beyond the cap
	KeyEchoed   Kind = "key-echoed"      // an answer that holds the key
	TokenLimit  Kind = "token-limit"     // could pass the limit; not sent
	CostLimit   Kind = "cost-limit"      // could pass the limit; not sent
)

// Fault says why there is no answer. It quotes servers without their control characters
// and never the key.
type Fault struct {
	Kind    Kind
	Message string
	Fix     string
	Err     error // the context's error, where it ended; nothing else

	again bool // worth another attempt
}

func (f *Fault) Error() string {
	if f.Fix == "" {
		return f.Message
	}
	return f.Message + "; " + f.Fix
}

func (f *Fault) Unwrap() error { return f.Err }
