package oracletest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

//go:embed testdata/nist.json
var nist []byte

// Set is a data set of NIST's Statistical Reference Datasets with certified values, as
// decimal text. Univariate sets have Mean and SD, linear ones Coef and R2.
type Set struct {
	Name      string      `json:"name"`
	Columns   []string    `json:"columns"`
	Data      []string    `json:"data"` // of each column, separated by spaces
	Mean      string      `json:"mean"`
	SD        string      `json:"sd"`
	Degree    int         `json:"degree"` // of the polynomial, for one predictor
	Intercept bool        `json:"intercept"`
	Coef      [][2]string `json:"coef"` // estimate and standard error of each term
	R2        string      `json:"r2"`
}

// NIST gives the sets. NumAcc1 to 4, which NIST made by rule, are made by it here.
func NIST() ([]Set, error) {
	var file struct {
		Source string `json:"source"`
		Sets   []Set  `json:"sets"`
	}
	if err := json.Unmarshal(nist, &file); err != nil {
		return nil, fmt.Errorf("the NIST sets: %w", err)
	}
	sets := append(file.Sets, Set{Name: "NumAcc1", Columns: []string{"y"}, Data: []string{"10000001 10000003 10000002"}, Mean: "10000002", SD: "1"})
	for i, whole := range []string{"1", "1000000", "10000000"} {
		first, pair := whole+".2", " "+whole+".1 "+whole+".3"
		sets = append(sets, Set{Name: fmt.Sprintf("NumAcc%d", i+2), Columns: []string{"y"}, Data: []string{first + strings.Repeat(pair, 500)}, Mean: first, SD: "0.1"})
	}
	return sets, nil
}

// Views is the set as a view named data that keeps the decimal text.
func (s Set) Views() (map[string]*oracle.View, error) {
	var b strings.Builder
	b.WriteString(strings.Join(s.Columns, ",") + "\n")
	cols := make([][]string, len(s.Data))
	for j, d := range s.Data {
		cols[j] = strings.Fields(d)
	}
	for i := range cols[0] {
		for j := range cols {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(cols[j][i])
		}
		b.WriteByte('\n')
	}
	t, err := oracle.Read(strings.NewReader(b.String()), spec.Asset{Path: s.Name + ".csv"})
	if err != nil {
		return nil, err
	}
	return oracle.Views(map[string]*oracle.Table{s.Name: t}, map[string]spec.View{"data": {Asset: s.Name}})
}

// Terms are the names of the coefficients, in the order of Coef.
func (s Set) Terms() []string {
	var out []string
	if s.Intercept {
		out = append(out, "intercept")
	}
	out = append(out, s.Columns[1:]...)
	for k := 2; k <= s.Degree; k++ {
		out = append(out, fmt.Sprintf("%s^%d", s.Columns[1], k))
	}
	return out
}
