package spec

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// BadRecord is a record of results.json or claims.json that does not fit its schema:
// it scores 0 and stays in the denominators, the other records are judged.
type BadRecord struct {
	ID          string // as far as it can be read
	Pointer     string
	Diagnostics Diagnostics
}

// ReadCase reads case.json strictly.
func ReadCase(file string, data []byte) (*Case, Diagnostics) { return read[Case](file, data, "case") }

// ReadSpecification reads hidden/spec.json strictly; see Lint for what a schema
// cannot say.
func ReadSpecification(file string, data []byte) (*Specification, *Document, Diagnostics) {
	doc, list := ParseJSON(file, data)
	if doc == nil {
		return nil, nil, list
	}
	s, more := decode[Specification](doc, "spec")
	return s, doc, append(list, more...).Sort()
}

// ReadSource reads hidden/source.json strictly.
func ReadSource(file string, data []byte) (*Source, Diagnostics) {
	return read[Source](file, data, "source")
}

// ReadExpected reads expected.json strictly.
func ReadExpected(file string, data []byte) (*Expected, Diagnostics) {
	return read[Expected](file, data, "expected")
}

// ReadProvenance reads provenance.json.
func ReadProvenance(file string, data []byte) (*Provenance, Diagnostics) {
	return read[Provenance](file, data, "provenance")
}

// ReadReport reads a report that Assay wrote.
func ReadReport(file string, data []byte) (*Report, Diagnostics) {
	return read[Report](file, data, "report")
}

// ReadResults reads results.json: an envelope that is wrong gives no document, a
// wrong record is set aside. A second record of one id is a wrong record.
func ReadResults(file string, data []byte) (*Results, []BadRecord, Diagnostics) {
	records, bad, list, ok := readRecords[Result](file, data, "results", func(r *Result, pointer string) { r.Pointer = pointer })
	if !ok {
		return nil, nil, list
	}
	return &Results{Schema: SchemaResults, Results: records}, bad, list
}

// ReadClaims reads claims.json, like ReadResults.
func ReadClaims(file string, data []byte) (*ClaimsFile, []BadRecord, Diagnostics) {
	records, bad, list, ok := readRecords[Claim](file, data, "claims", func(c *Claim, pointer string) { c.Pointer = pointer })
	if !ok {
		return nil, nil, list
	}
	return &ClaimsFile{Schema: SchemaClaims, Claims: records}, bad, list
}

func readRecords[T any](file string, data []byte, name string, place func(*T, string)) ([]T, []BadRecord, Diagnostics, bool) {
	doc, list := ParseJSON(file, data)
	if doc == nil {
		return nil, nil, list, false
	}
	if more := doc.Validate(name, ""); more.Errors() {
		return nil, nil, append(list, more...).Sort(), false
	}
	items, _ := doc.Root.(map[string]any)[name].([]any)
	good, bad, seen := []T{}, []BadRecord{}, map[string]bool{}
	for i, raw := range items {
		pointer := "/" + name + "/" + strconv.Itoa(i)
		m, _ := raw.(map[string]any)
		id, _ := m["id"].(string)
		problems := doc.Validate(name+"/record", pointer)
		if !problems.Errors() && seen[id] {
			problems = Diagnostics{doc.Diagnose(CodeDuplicateID, pointer+"/id", "the id "+strconv.Quote(id)+" stands twice", "give each record an id of its own")}
		}
		var rec T
		if !problems.Errors() {
			if err := remarshal(raw, &rec); err != nil {
				problems = Diagnostics{doc.Diagnose(CodeSchema, pointer, err.Error(), "see docs/format")}
			}
		}
		if problems.Errors() {
			bad = append(bad, BadRecord{ID: id, Pointer: pointer, Diagnostics: problems})
			continue
		}
		seen[id] = true
		place(&rec, pointer)
		good = append(good, rec)
	}
	return good, bad, list, true
}

func read[T any](file string, data []byte, schema string) (*T, Diagnostics) {
	doc, list := ParseJSON(file, data)
	if doc == nil {
		return nil, list
	}
	v, more := decode[T](doc, schema)
	return v, append(list, more...).Sort()
}

func decode[T any](doc *Document, schema string) (*T, Diagnostics) {
	if list := doc.Validate(schema, ""); list.Errors() {
		return nil, list
	}
	v := new(T)
	if err := remarshal(doc.Root, v); err != nil {
		return nil, Diagnostics{doc.Diagnose(CodeSchema, "", err.Error(), "see docs/format")}
	}
	return v, nil
}

// remarshal moves a parsed tree into a type; numbers keep their text on the way.
func remarshal(tree, v any) error {
	b, err := json.Marshal(tree)
	if err != nil {
		return err
	}
	return json.NewDecoder(bytes.NewReader(b)).Decode(v)
}
