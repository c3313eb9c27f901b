package grading

import (
	"errors"
	"strconv"
	"strings"

	"github.com/assaybench/assay/spec"
)

// ParsePointer reads evidence as people write it: FILE, FILE:LINE, FILE@CELL of a notebook,
// FILE#/json/pointer or FILE!axes/mark/group of a figure.
func ParsePointer(s string) (spec.EvidencePointer, error) {
	var p spec.EvidencePointer
	s = strings.TrimSpace(s)
	i := strings.IndexAny(s, "#!")
	if i < 0 {
		i = strings.LastIndexAny(s, ":@")
	}
	if i < 0 {
		p.File = s
	} else {
		p.File = s[:i]
		switch rest := s[i+1:]; s[i] {
		case '#':
			if p.Pointer = rest; !strings.HasPrefix(rest, "/") {
				return p, errors.New("a JSON pointer begins with /, as in results.json#/results/0")
			}
		case '!':
			if p.Mark = rest; rest == "" {
				return p, errors.New("name the mark, as in figure.png!ax0/line")
			}
		default:
			n, err := strconv.Atoi(rest)
			if err != nil || n < 1 {
				return p, errors.New("lines and cells are numbers from 1, as in report.md:3 or run.ipynb@2")
			}
			if s[i] == ':' {
				p.Line = n
			} else {
				p.Cell = n
			}
		}
	}
	if p.File == "" {
		return p, errors.New("name a file of the submission")
	}
	return p, nil
}
