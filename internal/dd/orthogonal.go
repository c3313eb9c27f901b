package dd

import "math"

// Orthonormal gives orthonormal columns that span the given ones, each the part of a
// column that those before it do not explain, and the length of that part (Gram and
// Schmidt, each column swept twice). RankError where nothing is left of a column.
func Orthonormal(columns [][]Num) (q [][]Num, lengths []Num, err error) {
	for k, col := range columns {
		v := append([]Num(nil), col...)
		whole := dot(v, v).Sqrt().Float()
		for range 2 {
			for _, u := range q {
				c := dot(u, v)
				for i := range v {
					v[i] = v[i].Sub(u[i].Mul(c))
				}
			}
		}
		length := dot(v, v).Sqrt()
		if !(length.Float() > 1e-24*whole) || math.IsInf(whole, 0) {
			return nil, nil, RankError{k}
		}
		for i := range v {
			v[i] = v[i].Div(length)
		}
		q, lengths = append(q, v), append(lengths, length)
	}
	return q, lengths, nil
}
