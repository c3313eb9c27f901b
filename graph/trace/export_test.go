package trace

// Glob is glob, for its law.
var Glob = glob

// FamilyRows are the rows of the table of families.
func FamilyRows() [][]string { return tsv(familiesTSV) }
