package multivariate

import (
	"context"
	"fmt"

	"github.com/assaybench/assay/internal/dd"
)

// MaxRows bounds what is compared in pairs: twelve million distances.
const MaxRows = 5000

// Pairs are the distances of n things among themselves.
type Pairs struct {
	N int
	D []dd.Num // (0,1), (0,2) … (1,2) …
}

// At is the distance of things i and j, from 0.
func (p Pairs) At(i, j int) dd.Num {
	switch {
	case i == j:
		return dd.Num{}
	case i > j:
		i, j = j, i
	}
	return p.D[p.place(i, j)]
}

// Set puts the distance of things i and j, which are not the same.
func (p Pairs) Set(i, j int, d dd.Num) { p.D[p.place(min(i, j), max(i, j))] = d }

// place of the pair i < j.
func (p Pairs) place(i, j int) int { return i*(2*p.N-i-1)/2 + j - i - 1 }

// PairError says of which pair a distance is not defined; things count from 0.
type PairError struct {
	I, J int
	Err  error
}

func (e *PairError) Error() string { return fmt.Sprintf("rows %d and %d: %v", e.I+1, e.J+1, e.Err) }

// Unwrap gives the reason.
func (e *PairError) Unwrap() error { return e.Err }

// Among are the distances of rows, each a vector. Errors: *PairError, more than MaxRows
// rows, or the context's.
func (m Metric) Among(ctx context.Context, rows [][]dd.Num) (Pairs, error) {
	p := Pairs{N: len(rows)}
	if p.N > MaxRows {
		return Pairs{}, fmt.Errorf("%d rows are too many to be compared in pairs (%d at most)", p.N, MaxRows)
	}
	for i := range rows {
		if err := ctx.Err(); err != nil {
			return Pairs{}, err
		}
		for j := i + 1; j < len(rows); j++ {
			d, err := m.Distance(rows[i], rows[j])
			if err != nil {
				return Pairs{}, &PairError{i, j, err}
			}
			p.D = append(p.D, d)
		}
	}
	return p, nil
}

// Rows turns columns into rows.
func Rows(columns [][]dd.Num) [][]dd.Num {
	if len(columns) == 0 || len(columns[0]) == 0 {
		return nil
	}
	return transposed(columns)
}
