package spec

import "fmt"

// ReadClosureRubric reads a rubric strictly; what a schema cannot say, such as the
// number of atoms, is the lint's of claims/closure, which takes places from the document.
func ReadClosureRubric(file string, data []byte) (*ClosureRubric, *Document, Diagnostics) {
	return readPlaced[ClosureRubric](file, data, "closure-rubric")
}

// ReadClosureAttempt reads an attempt strictly, with its document for places.
func ReadClosureAttempt(file string, data []byte) (*ClosureAttempt, *Document, Diagnostics) {
	return readPlaced[ClosureAttempt](file, data, "closure-attempt")
}

// ReadClosureScore reads a score that Assay wrote. Fields that are not known are passed over.
func ReadClosureScore(file string, data []byte) (*ClosureScore, Diagnostics) {
	return read[ClosureScore](file, data, "closure-score")
}

// ReadClosureGrade reads the decisions of one grader in one stage, as they stand in an attempt.
func ReadClosureGrade(file string, data []byte) (*ClosureGrade, *Document, Diagnostics) {
	return readPlaced[ClosureGrade](file, data, "closure-attempt/grade")
}

// ReadClosureReply reads the reply of a judge to a first pass: one JSON object with all
// parts of a grade but the grader's name and the stage, which are not the judge's to say.
// Words are compared as a whole, nothing is repaired.
func ReadClosureReply(file string, data []byte) (*ClosureGrade, *Document, Diagnostics) {
	return readPlaced[ClosureGrade](file, data, "closure-reply")
}

// ReadClosureAgreement reads an agreement that Assay wrote.
func ReadClosureAgreement(file string, data []byte) (*ClosureAgreement, Diagnostics) {
	return read[ClosureAgreement](file, data, "closure-agreement")
}

func readPlaced[T any](file string, data []byte, schema string) (*T, *Document, Diagnostics) {
	doc, list := ParseJSON(file, data)
	if doc == nil {
		return nil, nil, list
	}
	want := "assay/" + schema + "/v1"
	if root, ok := doc.Root.(map[string]any); ok {
		if is, ok := root["schema"].(string); ok && is != want && (schema == "closure-rubric" || schema == "closure-attempt") {
			return nil, doc, append(list, doc.Diagnose(CodeSchema, "/schema", fmt.Sprintf("the document is %.60q, not %q", is, want), "name another file")).Sort()
		}
	}
	v, more := decode[T](doc, schema)
	return v, doc, append(list, more...).Sort()
}

// ReadClosureStats reads statistics that Assay wrote. Fields that are not known are passed over.
func ReadClosureStats(file string, data []byte) (*ClosureStats, Diagnostics) {
	return read[ClosureStats](file, data, "closure-stats")
}
