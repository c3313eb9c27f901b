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
