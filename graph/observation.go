package graph

import (
	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/lineage"
)

// Observation is a trace, indexed for questions of lineage: it judges transforms, and
// the edges Data -> Transform, Transform -> Result and Transform -> Visual.
type Observation = lineage.Observation

// TransformMatch says where the view of a transform slot was seen in a run, and
// whether it reached an operation of an accepted family unchanged.
type TransformMatch = lineage.TransformMatch

// Reported is a reported value, tied to the operations that gave it.
type Reported = lineage.Reported

// Leaf is one number of a reported value.
type Leaf = lineage.Leaf

// Observe indexes a trace; nil is an empty trace.
func Observe(t *trace.Trace) *Observation { return lineage.Observe(t) }
