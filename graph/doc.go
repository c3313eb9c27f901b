// Package graph is the executed evidence graph: what an analysis really did, from
// data over transforms, results and visuals to its claims, and how far each claim is
// supported by it.
//
// Three parts stand on one another. [Net] is an AND/OR network of scored items with
// one walk over it (support, bounds and broken stage are the same walk with other
// values). [Graph] holds the nodes and edges that a specification asks for, takes
// their verdicts and scores them. [Observation] reads a trace and judges transforms
// and the edges Data -> Transform, Transform -> Result and Transform -> Visual.
//
// An error of this package means that a specification cannot be scored. A false
// claim is data in the [Outcome], never an error.
package graph
