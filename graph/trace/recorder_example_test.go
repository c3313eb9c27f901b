package trace_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"

	"github.com/assaybench/assay/graph/trace"
)

// An analysis that is written in Go starts with trace.Record; here the trace goes to a
// buffer. What it reads, the rows it computes with and the numbers it computes have names
// that later steps refer to.
func ExampleRecorder() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	data := filepath.Join(dir, "masses.csv")
	if err := os.WriteFile(data, []byte("sex,mass\nf,10\nf,12\nm,21\n,30\n"), 0o644); err != nil {
		log.Fatal(err)
	}

	var lines bytes.Buffer
	r := trace.RecordTo(&lines)
	text, file, err := r.ReadFile(data)
	if err != nil {
		log.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		log.Fatal(err)
	}
	var sex []string
	var mass []float64
	for _, row := range rows[1:] {
		if row[0] == "" {
			continue
		}
		m, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			log.Fatal(err)
		}
		sex, mass = append(sex, row[0]), append(mass, m)
	}
	sexed := r.Op("filter_rows", "rows with a sex", trace.Table{{Name: "sex", Values: sex}, {Name: "mass", Values: mass}}, file)
	sum := 0.0
	for _, m := range mass {
		sum += m
	}
	mean := r.Op("aggregate", "mean mass", sum/float64(len(mass)), sexed)
	doc := map[string]any{"schema": "assay/results/v1", "results": []any{map[string]any{"id": "mass", "value": sum / float64(len(mass))}}}
	if err := r.WriteJSON(filepath.Join(dir, "results.json"), doc, trace.Links{"/results/0/value": mean}); err != nil {
		log.Fatal(err)
	}
	if err := r.Close(); err != nil {
		log.Fatal(err)
	}

	t, err := trace.Read(&lines)
	if err != nil {
		log.Fatal(err)
	}
	leaf := t.Results[0]
	fmt.Println(leaf.Pointer, leaf.Value, "is the", t.Ops[leaf.Ref].Fn)
	for _, f := range t.Sources(leaf.Ref) {
		fmt.Println("it comes from", filepath.Base(f.Path))
	}
	// Output:
	// /results/0/value 14.333333333333334 is the mean mass
	// it comes from masses.csv
}
