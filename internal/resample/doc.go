// Package resample draws bootstrap resamples and permutations and says what follows from
// them: replicates, intervals, p-values and the Monte-Carlo error of each.
//
// Every draw is reproducible. Work is cut into blocks of 64 draws; block k takes its
// numbers from the generator PCG-DXSM of math/rand/v2 with the seeds (seed, k), so that
// results depend neither on the number of processors nor on the order in which blocks are
// done.
package resample

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
)

// block is how many draws share a stream.
const block = 64

var nan = math.NaN()

// stream draws whole numbers without bias (Lemire 2019), two from each 64 bits.
type stream struct{ pcg *rand.PCG }

// tally counts draws of whole numbers below len(w).
func (s stream) tally(w []int32, draws int) {
	n := uint32(len(w))
	if n == 0 {
		return
	}
	limit := -n % n // what of 2³² does not divide evenly
	for draws > 0 {
		u := s.pcg.Uint64()
		lo, hi := uint64(uint32(u))*uint64(n), (u>>32)*uint64(n)
		if uint32(lo) >= limit {
			w[lo>>32]++
			draws--
		}
		if draws > 0 && uint32(hi) >= limit {
			w[hi>>32]++
			draws--
		}
	}
}

// below is a whole number from 0 to n - 1.
func (s stream) below(n int) int {
	limit := -uint64(n) % uint64(n)
	for {
		if hi, lo := bits.Mul64(s.pcg.Uint64(), uint64(n)); lo >= limit {
			return int(hi)
		}
	}
}

// shuffle puts the elements in random order.
func (s stream) shuffle(xs []int) {
	for i := len(xs) - 1; i > 0; i-- {
		j := s.below(i + 1)
		xs[i], xs[j] = xs[j], xs[i]
	}
}

// spread calls draw for 0 to n - 1, block by block on all processors; worker makes what one
// goroutine needs of its own.
func spread(ctx context.Context, n int, seed uint64, worker func() (draw func(s stream, i int))) error {
	var next atomic.Int64
	var group sync.WaitGroup
	var failure atomic.Pointer[failed]
	blocks := (n + block - 1) / block
	for range min(runtime.GOMAXPROCS(0), blocks) {
		group.Go(func() {
			defer func() { // a panic belongs to the caller's goroutine
				if p := recover(); p != nil {
					failure.Store(&failed{p})
				}
			}()
			draw := worker()
			for failure.Load() == nil && ctx.Err() == nil {
				k := int(next.Add(1)) - 1
				if k >= blocks {
					return
				}
				s := stream{rand.NewPCG(seed, uint64(k))}
				for i := k * block; i < min(n, (k+1)*block); i++ {
					draw(s, i)
				}
			}
		})
	}
	group.Wait()
	if f := failure.Load(); f != nil {
		panic(f.value)
	}
	return ctx.Err()
}

type failed struct{ value any }
