package table

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet/file"

	"github.com/assaybench/assay/spec"
)

// Note is a text that a data file carries beside the cells of its table.
type Note struct {
	Where string // in the file: key "author", xl/comments1.xml, comment of the archive
	Text  string
}

// Notes are the texts that a data file carries beside its cells, which no view sees and any
// reader does: keys of Parquet and Arrow files and of their columns, comments of ZIP archives,
// and of a workbook what its other sheets, shared strings, comments, names and properties
// say. Text formats and single arrays have none. They come in the order of the file; errors are *Error.
func Notes(data []byte, a spec.Asset) (notes []Note, err error) {
	format, err := FormatOf(a)
	if err != nil {
		return nil, err
	}
	out := &raw{path: a.Path, file: len(data), cell: rowName}
	// The library panics on some broken files.
	defer func() {
		if p := recover(); p != nil {
			notes, err = nil, broken(out, format, p)
		}
	}()
	switch format {
	case "parquet":
		return parquetNotes(data, out)
	case "arrow":
		return arrowNotes(data, out)
	case "npz", "xlsx":
		z, err := openArchive(data, out, format, MaxBytes/2)
		if err != nil {
			return nil, err
		}
		notes = z.comments(data)
		if format == "xlsx" {
			return workbookNotes(notes, z, out, a.Sheet)
		}
	}
	return notes, nil
}

func parquetNotes(data []byte, out *raw) ([]Note, error) {
	pf, err := file.NewParquetReader(bytes.NewReader(data))
	if err != nil {
		return nil, broken(out, "Parquet", err)
	}
	defer pf.Close()
	var notes []Note
	kv := pf.MetaData().KeyValueMetadata()
	for i, k := range kv.Keys() {
		if k != "ARROW:schema" { // the schema once more, encoded
			notes = append(notes, Note{fmt.Sprintf("key %q", k), kv.Values()[i]})
		}
	}
	return notes, nil
}

func arrowNotes(data []byte, out *raw) ([]Note, error) {
	var schema *arrow.Schema
	if bytes.HasPrefix(data, []byte("ARROW1")) {
		r, err := ipc.NewFileReader(bytes.NewReader(data), ipc.WithAllocator(newRoom(data)))
		if err != nil {
			return nil, broken(out, "Arrow", err)
		}
		schema = r.Schema()
	} else {
		r, err := ipc.NewReader(bytes.NewReader(data), ipc.WithAllocator(newRoom(data)))
		if err != nil {
			return nil, broken(out, "Arrow", err)
		}
		schema = r.Schema()
	}
	var notes []Note
	add := func(of string, m arrow.Metadata) {
		for i, k := range m.Keys() {
			notes = append(notes, Note{fmt.Sprintf("key %q%s", k, of), m.Values()[i]})
		}
	}
	add("", schema.Metadata())
	for _, f := range schema.Fields() {
		add(fmt.Sprintf(" of column %q", f.Name), f.Metadata)
	}
	return notes, nil
}

// comments are those of the archive and of its entries.
func (a *archive) comments(data []byte) []Note {
	var notes []Note
	// The comment of the archive is what follows the end of its directory.
	if at := bytes.LastIndex(data, []byte("PK\x05\x06")); at >= 0 && at+22 < len(data) {
		notes = append(notes, Note{"comment of the archive", string(data[at+22:])})
	}
	for _, name := range a.names {
		if c := a.files[name].Comment; c != "" {
			notes = append(notes, Note{fmt.Sprintf("comment of %s in the archive", name), c})
		}
	}
	return notes
}

// workbookNotes adds the texts of every part but the sheet that is read.
func workbookNotes(notes []Note, z *archive, out *raw, sheet string) ([]Note, error) {
	w := &workbook{zip: z, out: out}
	if err := w.find(sheet); err != nil {
		return nil, err
	}
	for _, name := range slices.Clone(z.names) {
		if name == w.part || !strings.HasSuffix(name, ".xml") {
			continue
		}
		data, err := z.read(name, "Excel")
		if err != nil {
			return nil, err
		}
		text, err := characters(data)
		if err != nil {
			return nil, broken(out, "Excel", fmt.Sprintf("%s: %v", name, err))
		}
		if text != "" {
			notes = append(notes, Note{name, text})
		}
	}
	return notes, nil
}

// characters is the text of an XML part, a line for each piece, and the names that it gives.
func characters(data []byte) (string, error) {
	var b strings.Builder
	for dec := xml.NewDecoder(bytes.NewReader(data)); ; {
		t, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if name := attr(t, "name"); name != "" {
				b.WriteString(name + "\n")
			}
		case xml.CharData:
			if s := strings.TrimSpace(string(t)); s != "" {
				b.WriteString(s + "\n")
			}
		}
	}
}
