package lineage

import (
	"go/scanner"
	"go/token"
	"strconv"
	"strings"

	"github.com/assaybench/assay/spec"
)

// typedDigits is the number of significant digits from which a number that stands in
// the program cannot be the value of a computation by chance.
const typedDigits = 8

// Typed notes the numbers of eight significant digits or more that stand in the text of
// the program, in its strings too but not in its comments. A reported value that equals
// one of them counts as typed, whatever operations it went through: x*0 + 1375.3540085
// depends on x in form only.
func (o *Observation) Typed(code []byte) { o.note(numerals(string(code))) }

// TypedGo is Typed for a program in Go.
func (o *Observation) TypedGo(code []byte) {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", -1, len(code)), code, func(token.Position, string) {}, 0)
	var texts []string
	for {
		_, tok, literal := s.Scan()
		switch tok {
		case token.EOF:
			o.note(texts)
			return
		case token.INT, token.FLOAT:
			texts = append(texts, strings.ReplaceAll(literal, "_", ""))
		case token.STRING:
			texts = append(texts, numerals(`"""`+strings.ReplaceAll(strings.Trim(literal, "\"`"), `"`, " ")+`"""`)...)
		}
	}
}

func (o *Observation) note(numerals []string) {
	for _, text := range numerals {
		n, err := strconv.ParseFloat(text, 64)
		if err == nil && digits(spec.Number{Text: text, F: n}) >= typedDigits {
			o.typed[n] = true
		}
	}
}

// numerals lists the decimal numbers of a Python program outside its comments.
func numerals(code string) (out []string) {
	quote := "" // of the string that the place is in
	for i := 0; i < len(code); {
		rest := code[i:]
		switch c := code[i]; {
		case quote != "" && c == '\\':
			i += 2
		case quote != "" && strings.HasPrefix(rest, quote):
			i += len(quote)
			quote = ""
		case quote != "" && len(quote) == 1 && c == '\n': // no string after all
			quote = ""
			i++
		case quote == "" && c == '#':
			if k := strings.IndexByte(rest, '\n'); k >= 0 {
				i += k
			} else {
				i = len(code)
			}
		case quote == "" && (c == '"' || c == '\''):
			quote = string(c)
			if triple := strings.Repeat(quote, 3); strings.HasPrefix(rest, triple) {
				quote = triple
			}
			i += len(quote)
		case c >= '0' && c <= '9' || c == '.':
			k := 1
			for k < len(rest) && (rest[k] >= '0' && rest[k] <= '9' || rest[k] == '.' || rest[k] == '_' ||
				rest[k] == 'e' || rest[k] == 'E' || (rest[k] == '-' || rest[k] == '+') && (rest[k-1] == 'e' || rest[k-1] == 'E')) {
				k++
			}
			out = append(out, strings.ReplaceAll(rest[:k], "_", ""))
			i += k
		default:
			i++
		}
	}
	return out
}
