// Package attack holds the hostile submissions that Assay must see through, and the honest
// ones that it must not hurt, and measures both: how many attacks lost what they should
// lose, by the finding that names why, and how many honest analyses reached full support.
//
// An attack is one small file of suite/, a txtar archive. Its comment is a head of lines
// "key: value":
//
//	tries     one sentence: what it does, and what for
//	case      the case it answers
//	loses     the required claims that must end with support 0: their slots, all, or none;
//	          every other required claim must keep its full support
//	open      claims that must stay undecided, with a person asked
//	stage     the earliest broken stage
//	by        finding codes that must be there
//	review    finding codes that must be among what a person is asked to look at
//	contract  limits of the contract in place of the case's: wall_seconds 3
//	reruns    runs on changed data, 1 unless told
//	gone      a word of the command line of a process that must be gone with the run
//	print     a text that the run must print: that the attack was really made
//
// Its files say how the reference submission of the case is edited:
//
//	before, after  code in front of the analysis, or behind it
//	instead        another analysis
//	old, new       a piece of the analysis, and what stands in its place; any number of times
//	add "NAME"     a file beside the analysis, its name quoted as in Go
//	link "NAME"    a symbolic link of that name
//
// In code, @RESULTS@, @CLAIMS@ and @PROVENANCE@ stand for the documents of the reference as
// Python strings, @FIGURE@ for its picture in base64, @DIGEST@ for the digest of the data.
package attack
