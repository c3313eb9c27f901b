//go:build !linux || !(amd64 || arm64)

package sandbox

import (
	"context"
	"fmt"
	"runtime"
)

const advice = "run it on Linux 5.12 or newer on amd64 or arm64, for example in a virtual machine"

func run(context.Context, Command, Limits) (Outcome, error) {
	return Outcome{}, fmt.Errorf("%w: it needs Linux, and this is %s/%s; %s", ErrUnavailable, runtime.GOOS, runtime.GOARCH, advice)
}

// Probe finds what this machine can do.
func Probe() []Capability {
	return []Capability{{Name: "isolated run", Detail: runtime.GOOS + "/" + runtime.GOARCH, Advice: advice}}
}

// Advice says what to do where isolation is not available.
func Advice() string { return advice }

// Zygote is a program that waits in a sandbox of its own and forks for each run; here
// there is none.
type Zygote struct{}

// NewZygote fails.
func NewZygote(ctx context.Context, c Command) (*Zygote, error) {
	_, err := run(ctx, c, Limits{})
	return nil, err
}

// Run fails.
func (*Zygote) Run(ctx context.Context, c Command, l Limits, _ []string) (Outcome, int64, error) {
	out, err := run(ctx, c, l)
	return out, 0, err
}

// Close does nothing.
func (*Zygote) Close() {}
