package chat

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"
)

// Price is what a million tokens cost, in any one currency.
type Price struct{ In, Out float64 }

func (p Price) of(in, out int64) float64 {
	return (p.In*float64(in) + p.Out*float64(out)) / 1e6
}

// pace spaces requests evenly in time. Requests wait for each other in the order in which
// they come.
type pace struct {
	mu    sync.Mutex
	every time.Duration
	next  time.Time
}

func (p *pace) wait(ctx context.Context) error {
	p.mu.Lock()
	at := p.next
	if now := time.Now(); at.Before(now) {
		at = now
	}
	p.next = at.Add(p.every)
	p.mu.Unlock()
	return sleep(ctx, time.Until(at))
}

// hold lets nothing start for d: the server asked for it.
func (p *pace) hold(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if until := time.Now().Add(d); p.next.Before(until) {
		p.next = until
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// budget is a limit on tokens and cost. What a request may use at most is set aside before
// it is sent and exchanged for what it did use; a request that could pass the limit is not
// sent. One that could pass it only because of others under way waits for them.
type budget struct {
	mu       sync.Mutex
	tokens   int64   // limit; 0 is none
	cost     float64 // limit; 0 is none
	used     load
	reserved load
	settled  chan struct{} // closed and renewed when a reservation ends
}

// load is an amount of use.
type load struct {
	tokens int64
	cost   float64
}

func (l load) plus(m load) load { return load{l.tokens + m.tokens, l.cost + m.cost} }
func (l load) less(m load) load { return load{l.tokens - m.tokens, l.cost - m.cost} }

func newBudget(tokens int64, cost float64) *budget {
	return &budget{tokens: tokens, cost: cost, settled: make(chan struct{})}
}

// over is which limit most could pass on top of l.
func (b *budget) over(l, most load) *Fault {
	switch sum := l.plus(most); {
	case b.tokens > 0 && sum.tokens > b.tokens:
		return &Fault{Kind: TokenLimit, Message: fmt.Sprintf("the limit of %d tokens could be passed: %d are used, and the request may take %d", b.tokens, l.tokens, most.tokens),
			Fix: "raise the limit and run again with the same cache"}
	case b.cost > 0 && sum.cost > b.cost:
		return &Fault{Kind: CostLimit, Message: fmt.Sprintf("the limit of %g on cost could be passed: %.6g is spent, and the request may take %.6g", b.cost, l.cost, most.cost),
			Fix: "raise the limit and run again with the same cache"}
	}
	return nil
}

func (b *budget) reserve(ctx context.Context, most load) *Fault {
	for {
		b.mu.Lock()
		if f := b.over(b.used, most); f != nil {
			b.mu.Unlock()
			return f
		}
		if b.over(b.used.plus(b.reserved), most) == nil {
			b.reserved = b.reserved.plus(most)
			b.mu.Unlock()
			return nil
		}
		settled := b.settled
		b.mu.Unlock()
		select {
		case <-settled:
		case <-ctx.Done():
			return ended(ctx)
		}
	}
}

func (b *budget) settle(most, used load) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved = b.reserved.less(most)
	if math.Abs(b.reserved.cost) < 1e-12 { // what rounding leaves
		b.reserved.cost = 0
	}
	b.used = b.used.plus(used)
	close(b.settled)
	b.settled = make(chan struct{})
}

func ended(ctx context.Context) *Fault {
	return &Fault{Kind: Cancelled, Message: "ended before the answer came", Err: ctx.Err()}
}
