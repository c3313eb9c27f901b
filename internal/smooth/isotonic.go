package smooth

// Isotonic are the knots of the isotonic regression of points in rising order of X: equal
// X are first put together with their weighted mean, then neighbours that break the order
// are pooled (Ayer et al. 1955). falling asks for a decreasing curve.
func Isotonic(p Points, falling bool) (xs, ys []float64) {
	type block struct {
		y, w float64
		size int
	}
	sign := 1.0
	if falling {
		sign = -1
	}
	var blocks []block
	for i := 0; i < len(p.X); {
		var total, sum acc
		j := i
		for ; j < len(p.X) && p.X[j] == p.X[i]; j++ {
			w := 1.0
			if p.W != nil {
				w = p.W[j]
			}
			total.add(w)
			sum.add(w * p.Y[j])
		}
		xs = append(xs, p.X[i])
		b := block{sign * sum.value() / total.value(), total.value(), 1}
		for len(blocks) > 0 && blocks[len(blocks)-1].y >= b.y {
			last := blocks[len(blocks)-1]
			blocks = blocks[:len(blocks)-1]
			b = block{last.y + (b.y-last.y)*(b.w/(b.w+last.w)), last.w + b.w, last.size + b.size}
		}
		blocks = append(blocks, b)
		i = j
	}
	for _, b := range blocks {
		for range b.size {
			ys = append(ys, sign*b.y)
		}
	}
	return xs, ys
}
