// Package record keeps what judges said: a transcript of every ask, a judge that replays
// one, and a cache. What is not recorded is an error, never a reply of its own making.
package record
