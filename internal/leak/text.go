package leak

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/internal/prose"
	"github.com/assaybench/assay/spec"
)

// text is a visible text and where it stands.
type text struct {
	text    string
	place   func(offset int) diag.Diagnostic // of a part of it
	within  string                           // in words, where the place does not say it: the note that it is
	numbers bool                             // numbers are looked for
	names   bool                             // names of slots and last parts of paths, too
	prose   bool                             // statements are looked for
}

func (s *searcher) text(t text) {
	s.found.Visible.Texts++
	s.found.Visible.Bytes += int64(len(t.text))
	if t.numbers {
		s.numbers(t)
	}
	s.names(t)
	s.passages(t, s.hidden.prose, proseRun)
	s.passages(t, s.hidden.code, codeRun)
	if t.prose {
		s.answers(t)
	}
}

func (t text) in() string {
	if t.within == "" {
		return ""
	}
	return " in the " + t.within
}

func (s *searcher) numbers(t text) {
	nums := numerals(t.text)
	for _, secret := range [][]number{s.hidden.values, s.hidden.others} {
		for _, m := range match(nums, secret) {
			s.leak(spec.LeakNumber, diag.Error, t.place(m.at), fmt.Sprintf("%s%s is %s", m.text, t.in(), m.what), "take the number out of what authors are given")
		}
	}
}

// names looks up each name, path and digest that a text holds, once each.
func (s *searcher) names(t text) {
	seen := map[string]bool{}
	each(t.text, func(token string, at int) bool {
		name := strings.ToLower(strings.ReplaceAll(token, `\`, "/"))
		what, code := "", spec.LeakName
		if w, ok := s.hidden.digests[name]; ok {
			what, code = "the digest of "+w, spec.LeakDigest
		} else if p, ok := s.hidden.paths[name]; ok && (t.names || strings.HasPrefix(name, "hidden/")) {
			what, code = "the path of "+p, spec.LeakPath
		} else if w, ok := s.hidden.names[name]; ok && t.names {
			what = w
		}
		if what == "" {
			return false
		}
		if !seen[name] {
			seen[name] = true
			s.leak(code, diag.Error, t.place(at), fmt.Sprintf("%q%s is %s", token, t.in(), what), "take it out, or rename what is hidden")
		}
		return true
	})
}

// each goes through the tokens of a text: runs of letters, digits and _, and what is joined
// of them by single dots, dashes and slashes, the longest first. found tells that a token is
// known, so that no part of it is tried.
func each(text string, found func(token string, at int) bool) {
	const parts = 12 // of a joined token
	isWord := func(b byte) bool {
		return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
	}
	for i := 0; i < len(text); {
		if !isWord(text[i]) {
			i++
			continue
		}
		starts, ends := []int{}, []int{}
		for j := i; ; {
			starts = append(starts, j)
			for j < len(text) && isWord(text[j]) {
				j++
			}
			ends = append(ends, j)
			if len(ends) == parts || j+1 >= len(text) || strings.IndexByte(`./\-`, text[j]) < 0 || !isWord(text[j+1]) {
				break
			}
			j++
		}
		for a := 0; a < len(starts); a++ {
			for b := len(ends) - 1; b >= a; b-- {
				if found(text[starts[a]:ends[b]], starts[a]) {
					a = b
					break
				}
			}
		}
		i = ends[len(ends)-1]
	}
}

// word is a word of a text, in lower case.
type word struct {
	s  string
	at int
}

func words(text string) []word {
	var out []word
	start := -1
	for i, r := range text + " " {
		switch in := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r); {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			out = append(out, word{strings.ToLower(text[start:i]), start})
			start = -1
		}
	}
	return out
}

func key(ws []word) string {
	var b strings.Builder
	for _, w := range ws {
		b.WriteString(w.s)
		b.WriteByte(' ')
	}
	return b.String()
}

// passages finds runs of words that hidden texts have; of one that is longer, the beginning.
func (s *searcher) passages(t text, secret map[string]string, run int) {
	if len(secret) == 0 {
		return
	}
	ws := words(t.text)
	inside := false
	for i := 0; i+run <= len(ws); i++ {
		from, ok := secret[key(ws[i:i+run])]
		if ok && !inside {
			end := ws[i+run-1]
			s.leak(spec.LeakText, diag.Error, t.place(ws[i].at), fmt.Sprintf("%d words and more%s are those of %s: %s", run, t.in(), from, strconv.Quote(short(t.text[ws[i].at:end.at+len(end.s)]))), "write it in other words, or take it out")
		}
		inside = ok
	}
}

func short(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// asking are the words of a sentence that asks or supposes what it says.
var asking = []string{"?", " whether ", " if ", " test ", " compare ", " hypothesis "}

// answers finds sentences that state what a required claim has to find: its groups in its
// direction, or that they do not differ.
func (s *searcher) answers(t text) {
	at := 0
	for _, sentence := range sentences(t.text) {
		from := at
		at += len(sentence)
		low := " " + strings.ToLower(strings.TrimSpace(sentence)) + " "
		if slices.ContainsFunc(asking, func(w string) bool { return strings.Contains(low, w) }) {
			continue
		}
		for _, cl := range s.hidden.claims {
			if said := told(sentence, low, cl, s.hidden.terms); said != "" {
				s.leak(spec.LeakAnswer, diag.Warning, t.place(from+len(sentence)-len(strings.TrimLeft(sentence, " \n"))), fmt.Sprintf("the sentence%s says what the claim %s has to find (%s)", t.in(), cl.ID, said), "ask for it, and do not tell it")
			}
		}
	}
}

func told(sentence, low string, cl spec.ClaimSlot, terms spec.Terms) string {
	if len(cl.Groups) != 2 {
		return ""
	}
	for _, g := range cl.Groups {
		if !strings.Contains(low, strings.ToLower(g)) {
			return ""
		}
	}
	read := prose.Read(sentence, cl.Groups, terms)
	if cl.Direction == spec.NoDifference {
		if found, named := read.NoDifference(); found && named {
			return "no difference"
		}
		return ""
	}
	for _, st := range read.Statements() {
		if st.Negated || st.Weak || st.Subject < 0 {
			continue
		}
		if (st.Rel == cl.Direction) == (st.Subject == 0) && (cl.Direction == spec.Greater || cl.Direction == spec.Less) {
			return st.Said
		}
	}
	return ""
}

// sentences cuts a text behind full stops, exclamation and question marks that a space follows.
func sentences(text string) []string {
	var out []string
	start := 0
	for i := 0; i+1 < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) >= 0 && (text[i+1] == ' ' || text[i+1] == '\n') {
			out = append(out, text[start:i+1])
			start = i + 1
		}
	}
	return append(out, text[start:])
}

// field is a string of a document.
type field struct{ pointer, text string }

// strs lists the strings of a document, and the numbers as they are written.
func strs(v any, pointer string, out []field) []field {
	switch v := v.(type) {
	case string:
		return append(out, field{pointer, v})
	case []any:
		for i, x := range v {
			out = strs(x, pointer+"/"+strconv.Itoa(i), out)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			out = strs(v[k], pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(k), out)
		}
	case fmt.Stringer:
		return append(out, field{pointer, v.String()})
	}
	return out
}
