package visual_test

import "testing"

func holdPage(t *testing.T, all []zoo) {}
