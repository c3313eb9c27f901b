// Package claims judges atomic claims: which slot of the specification a claim answers
// (Match), whether it is right (Fidelity), whether it agrees with the regenerated results
// (ResultEdge) and figures (VisualEdge) it rests on, and whether the numbers and the
// direction of its sentence agree with its own record (TextAgrees).
//
// Scope decides what a claim is about, never what it says: a reversed claim matches its
// slot and is contradicted there. The slot and the oracle speak in the node, the
// candidate's own result in the edge. A text is held against its record only where it is
// parsed without doubt; a mention beside the point vetoes nothing.
package claims
