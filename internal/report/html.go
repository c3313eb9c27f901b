package report

import (
	"io"

	"github.com/assaybench/assay/internal/report/page"
	"github.com/assaybench/assay/spec"
)

// HTML writes one file that needs nothing else: no network, no script to be read.
func HTML(w io.Writer, r *spec.Report) error { return page.Write(w, r) }
