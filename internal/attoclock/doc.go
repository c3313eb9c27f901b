// Package attoclock follows electrons that a short rotating laser pulse has freed from a
// Coulomb or Yukawa potential by tunnelling, and measures the angle by which the
// potential turns them. Everything is in atomic units, angles are in radians.
//
// The model is that of classical attoclock studies: the electron appears at rest at a
// quasistatic tunnel exit, opposite to the electric field of its time of release, and obeys
// Newton's equation in the field of the laser and of the ion. Without the ion it would
// leave along minus the vector potential of its release; the offset angle is counted from
// that direction, in the sense in which the field turns.
//
// Torlina et al. 2015, Nature Physics 11, 503 (the numerical attoclock and its pulse); Bray,
// Eckart and Kheifets 2018, Phys. Rev. Lett. 121, 123201 (Yukawa potentials that bind equally);
// Pfeiffer et al. 2012, Nature Physics 8, 76 (exits along the field and in parabolic
// coordinates).
package attoclock
