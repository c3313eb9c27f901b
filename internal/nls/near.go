package nls

import "github.com/assaybench/assay/internal/dd"

// RSS is the residual sum of squares at parameters; false where the model has no value
// there.
func (m *Model) RSS(columns [][]dd.Num, n int, params []dd.Num) (dd.Num, bool) {
	s, err := m.search(columns, n, params)
	if err != nil {
		return dd.Num{}, false
	}
	p, ok := s.at(params)
	return p.rss, ok
}
