package table_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// writeCSV writes about so many bytes of measurements: a text of few values, an integer, a
// date, and numbers of 4, 8 and 17 digits.
func writeCSV(path string, bytes int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	r := rand.New(rand.NewPCG(1, 2))
	n, err := w.WriteString("site,id,day,a,b,c,d\n")
	row := []byte(nil)
	for i := 0; n < bytes && err == nil; i++ {
		row = append(row[:0], []string{"north", "south", "east", "west"}[r.IntN(4)]...)
		row = strconv.AppendInt(append(row, ','), int64(i), 10)
		row = fmt.Appendf(row, ",20%02d-%02d-%02d,", r.IntN(25), 1+r.IntN(12), 1+r.IntN(28))
		row = strconv.AppendFloat(row, 100*r.Float64(), 'f', 2, 64)
		row = strconv.AppendFloat(append(row, ','), 1000*r.NormFloat64(), 'f', 5, 64)
		row = strconv.AppendFloat(append(row, ','), r.NormFloat64(), 'g', -1, 64)
		row = strconv.AppendFloat(append(row, ','), r.ExpFloat64(), 'g', -1, 64)
		row = append(row, '\n')
		n += len(row)
		_, err = w.Write(row)
	}
	if err == nil {
		err = w.Flush()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// BenchmarkCSV reads 100 MB (ASSAY_BENCH_MB another size) with the decimal text of every
// number. ASSAY_BENCH_CSV names where the file is left, to be read by other programs.
func BenchmarkCSV(b *testing.B) {
	size := 100
	if s := os.Getenv("ASSAY_BENCH_MB"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			b.Fatal(err)
		}
		size = n
	}
	path := os.Getenv("ASSAY_BENCH_CSV")
	if path == "" {
		path = filepath.Join(b.TempDir(), "x.csv")
	}
	if err := writeCSV(path, size<<20); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(size) << 20)
	b.ReportAllocs()
	for b.Loop() {
		t, err := table.Load(path, spec.Asset{Path: "x.csv"})
		if err != nil || t.Texts("c") == nil {
			b.Fatal(err)
		}
	}
}
