// Package prose reads one or two sentences of a scientific claim: the numbers in them with
// their units and what each is about, and what they compare, deny and call a cause.
//
// It is careful before it is complete: what it cannot parse without doubt it leaves out,
// as whoever asks must not hold a misreading against an author. English only.
package prose
