// Package chat asks an OpenAI-compatible endpoint one question at a time and gives back
// the text of its answer or a Fault. It repeats what failed on the way, keeps to limits on
// rate, calls at once, tokens and cost, and lets nothing pass for an answer that is cut,
// empty, refused or out of shape. The key leaves it in one header alone.
package chat
