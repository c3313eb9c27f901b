package strongfield

import (
	"context"

	"github.com/assaybench/assay/internal/attoclock"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// energies is the ground state of a screened potential.
func energies() estimate.Estimator {
	return estimate.Estimator{Name: "yukawa_energy", Summary: "the energy of the ground state",
		Unit: "atomic unit of energy", Domain: "strength and length above 0, and a bound state",
		PerRow: true, Compute: energy,
		Formula: "the least E of -u''/2 - Z exp(-r/L) u / r = E u with u(0) = 0, u bounded; atomic units",
		Source:  "shooting in the Prüfer angle from both sides by Dormand and Prince 8(5,3) (Hairer, Nørsett and Wanner 1993), root by Brent 1973; checked against Rogers, Graboske and Harwood 1970, Phys. Rev. A 1, 1577",
		Args:    []estimate.Arg{strengthArg, lengthArg}}
}

func energy(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	w, err := wellOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	e, err := w.Energy(ctx)
	if err != nil {
		return estimate.Answer{}, undefined(ctx, err)
	}
	a := estimate.Answer{Value: estimate.Number(e), Floor: spec.Tolerance{Rel: 1e-7}} // of grids that reach 1e-8
	varied(&a, "sign", "the binding energy, with the other sign", -e)
	varied(&a, "hydrogen", "of the unscreened potential of this strength, -Z²/2", -w.Strength*w.Strength/2)
	if u, err := (attoclock.Well{Strength: 1, Length: w.Length}).Energy(ctx); err == nil {
		varied(&a, "unit-strength", "with the strength 1", u)
	}
	varied(&a, "rydberg", "in rydbergs", 2*e)
	varied(&a, "electronvolt", "in electronvolts", 27.211386245988*e)
	return a, nil
}

// barriers is the field at which a barrier is gone.
func barriers() estimate.Estimator {
	return estimate.Estimator{Name: "barrier_field", Summary: "the static field at which the barrier sinks to the bound level",
		Unit: "atomic unit of field", Domain: "strength, length and ip above 0",
		PerRow: true, Compute: barrier,
		Formula: "F at which the greatest value of -Z exp(-r/L)/r - F r over r is -ip; ip²/4Z without screening; atomic units",
		Source:  "over-the-barrier ionization: Bethe and Salpeter 1957, Quantum Mechanics of One- and Two-Electron Atoms, 54; Augst et al. 1989, Phys. Rev. Lett. 63, 2212",
		Args:    []estimate.Arg{strengthArg, lengthArg, ipArg}}
}

func barrier(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	w, err := wellOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	ip, err := quantity(in, "ip", false)
	if err != nil {
		return estimate.Answer{}, err
	}
	f, err := w.Barrier(ip)
	if err != nil {
		return estimate.Answer{}, undefined(ctx, err)
	}
	a := estimate.Answer{Value: estimate.Number(f), Floor: spec.Tolerance{Rel: 1e-9}}
	varied(&a, "coulomb", "ip²/4, of the unscreened potential of strength 1", ip*ip/4)
	varied(&a, "unscreened", "ip²/4Z, without the screening", ip*ip/(4*w.Strength))
	if u, err := (attoclock.Well{Strength: 1, Length: w.Length}).Barrier(ip); err == nil {
		varied(&a, "unit-strength", "with the strength 1", u)
	}
	if f > 0 {
		varied(&a, "intensity", "as an intensity F², not as a field", f*f)
	}
	return a, nil
}
