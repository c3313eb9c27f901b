// Package panel opens the judges there are: an OpenAI-compatible endpoint, an external
// command, a person at a terminal, and files of replies or answers.
package panel
