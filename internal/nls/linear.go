package nls

// linearParams chooses parameters, the first ones first, such that the formula is a
// linear function of all chosen ones together.
func linearParams(program []op, params int) []bool {
	chosen := make([]bool, params)
	for i := range chosen {
		chosen[i] = true
		chosen[i] = degree(program, chosen) <= 1
	}
	return chosen
}

// degree is 0 where the formula does not depend on the chosen parameters, 1 where it is
// linear in them, 2 where it is anything else.
func degree(program []op, chosen []bool) int {
	var stack []int
	for _, o := range program {
		top := len(stack) - 1
		switch o.code {
		case opConst, opColumn:
			stack = append(stack, 0)
		case opParam:
			d := 0
			if chosen[o.at] {
				d = 1
			}
			stack = append(stack, d)
		case opNeg:
		case opCall:
			if stack[top] > 0 {
				stack[top] = 2
			}
		case opProfile:
			d := max(stack[top-2], stack[top-1], stack[top])
			stack = append(stack[:top-2], min(2, 2*d))
		default:
			a, b := stack[top-1], stack[top]
			d := max(a, b)
			switch o.code {
			case opMul:
				d = min(2, a+b)
			case opDiv:
				if b > 0 {
					d = 2
				}
			case opPow:
				if d > 0 {
					d = 2
				}
			}
			stack = append(stack[:top-1], d)
		}
	}
	return stack[0]
}
