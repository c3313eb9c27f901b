// Package warm runs commands in forks of a warm interpreter, which it starts when there is
// first use for it, and in a cold start of their own where that cannot be had.
package warm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assaybench/assay/internal/sandbox"
)

const (
	// maxSize is how many bytes of memory an interpreter may take itself.
	maxSize = 1 << 30
	// maxKept is how many interpreters are kept at a time.
	maxKept = 2
	// maxFailures is how often it may fail before it is no longer tried.
	maxFailures = 3
)

// Cold begins the note of a run that was started cold although it should not have been.
const Cold = "cold start"

// Pool keeps warm interpreters. The zero value is an empty one, with the usual bounds. An
// interpreter that has reached any of them, or has grown too large, gets no more runs and
// ends with the last of those that it has.
type Pool struct {
	Runs int           // of one interpreter; 500 where 0
	Age  time.Duration // 30 minutes where 0
	Idle time.Duration // since its last run began; 5 minutes where 0

	mu       sync.Mutex
	kept     []*kept // the one used last is last
	failures int
	why      error // of the last failure
}

// kept is one interpreter.
type kept struct {
	key     string
	zygote  *sandbox.Zygote
	begun   time.Time
	runs    int // in all
	running int
	retired bool // and to be closed with its last run
	idle    *time.Timer
}

// Run is sandbox.Run in a fork of a warm interpreter that has loaded the libraries which the
// source of the program mentions; what cannot be loaded is left to the run. The command is
// made anew for each attempt: nothing of one that failed is to stay with the next. Binds outside of the run's folder belong to the
// interpreter. Where it fails the command is started cold, and a note in the outcome's
// isolation says why.
func (p *Pool) Run(ctx context.Context, command func() (sandbox.Command, error), l sandbox.Limits, source []byte) (sandbox.Outcome, error) {
	c, err := command()
	if err != nil {
		return sandbox.Outcome{}, err
	}
	if c.Unsafe {
		return sandbox.Run(ctx, c, l)
	}
	if name := Threaded(source); name != "" {
		return cold(ctx, c, l, fmt.Sprintf(Cold+": %s works with threads that no fork has", name))
	}
	k, err := p.take(ctx, c)
	var out sandbox.Outcome
	if err == nil {
		var size int64
		out, size, err = k.zygote.Run(ctx, c, l, Modules(source))
		p.give(k, size, err)
	}
	if err == nil || ctx.Err() != nil {
		return out, err
	}
	note := fmt.Sprintf(Cold+", as the warm interpreter failed: %v", err)
	if c, err = command(); err != nil {
		return out, err
	}
	return cold(ctx, c, l, note)
}

func cold(ctx context.Context, c sandbox.Command, l sandbox.Limits, note string) (sandbox.Outcome, error) {
	out, err := sandbox.Run(ctx, c, l)
	if err == nil {
		out.Isolation.Notes = append(out.Isolation.Notes, note)
	}
	return out, err
}

// take finds or starts the interpreter of a command.
func (p *Pool) take(ctx context.Context, c sandbox.Command) (*kept, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	own := c
	own.Binds = slices.DeleteFunc(slices.Clone(c.Binds), func(b sandbox.Bind) bool { return strings.HasPrefix(b.Target, sandbox.Work+"/") })
	own.Work, own.WorkReadOnly, own.Trace, own.Output, own.Collect = "", nil, nil, "", nil
	key := fmt.Sprintf("%q", []any{own.Path, own.Args, own.Env, own.Binds})
	at := slices.IndexFunc(p.kept, func(k *kept) bool { return k.key == key })
	var k *kept
	if at >= 0 {
		k = p.kept[at]
		p.kept = append(slices.Delete(p.kept, at, at+1), k)
	} else {
		if p.failures >= maxFailures {
			return nil, p.why
		}
		z, err := sandbox.NewZygote(ctx, own)
		if err != nil {
			if ctx.Err() == nil {
				p.failed(err)
			}
			return nil, err
		}
		k = &kept{key: key, zygote: z, begun: time.Now()}
		k.idle = time.AfterFunc(p.idleTime(), func() { p.retire(k) })
		p.kept = append(p.kept, k)
		if len(p.kept) > maxKept {
			p.drop(p.kept[0])
		}
	}
	k.runs++
	k.running++
	k.idle.Reset(p.idleTime())
	return k, nil
}

func (p *Pool) idleTime() time.Duration { return cmp.Or(p.Idle, 5*time.Minute) }

func (p *Pool) failed(err error) {
	p.failures++
	p.why = err
}

// give takes an interpreter back after a run.
func (p *Pool) give(k *kept, size int64, err error) {
	p.mu.Lock()
	k.running--
	switch {
	case err == nil:
		p.failures = 0
	case !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded):
		p.failed(err)
	}
	if err != nil || k.runs >= cmp.Or(p.Runs, 500) || size > maxSize || time.Since(k.begun) > cmp.Or(p.Age, 30*time.Minute) {
		p.drop(k)
	}
	last := k.retired && k.running == 0
	p.mu.Unlock()
	if last {
		k.zygote.Close()
	}
}

// drop hands an interpreter out no more. Its runs go on.
func (p *Pool) drop(k *kept) {
	if k.retired {
		return
	}
	k.retired = true
	k.idle.Stop()
	p.kept = slices.DeleteFunc(p.kept, func(o *kept) bool { return o == k })
	if k.running == 0 {
		go k.zygote.Close()
	}
}

// retire drops an interpreter that has no run.
func (p *Pool) retire(k *kept) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if k.running > 0 {
		k.idle.Reset(p.idleTime())
		return
	}
	p.drop(k)
}

// Close ends all interpreters and what runs in them. The pool can be used again.
func (p *Pool) Close() {
	p.mu.Lock()
	all := p.kept
	for _, k := range all {
		k.retired = true
		k.idle.Stop()
	}
	p.kept, p.failures = nil, 0
	p.mu.Unlock()
	for _, k := range all {
		k.zygote.Close()
	}
}
