package attack

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/spec"
)

// Write makes the submission of an attack in an empty folder, from the reference of its case.
func (a *Attack) Write(dir string, c *assay.Case) error {
	reference := filepath.Join(c.Dir, "hidden", "reference")
	if err := os.CopyFS(dir, os.DirFS(reference)); err != nil {
		return err
	}
	entry := filepath.Join(dir, c.Case.Contract.Entry)
	data, err := os.ReadFile(entry)
	if err != nil {
		return err
	}
	code := string(data)
	fill, err := filled(reference, c)
	if err != nil {
		return err
	}
	for _, e := range a.edits {
		text := fill.Replace(e.text)
		path := filepath.Join(dir, e.name)
		switch e.kind {
		case "before":
			code = text + "\n" + code
		case "after":
			code += "\n" + text
		case "instead":
			code = text
		case "swap":
			if !strings.Contains(code, e.name) {
				return fmt.Errorf("%s: the analysis does not hold %q", a.Name, e.name)
			}
			code = strings.Replace(code, e.name, text, 1)
		case "add":
			err = os.WriteFile(path, []byte(text), 0o644)
		case "link":
			if err = os.RemoveAll(path); err == nil {
				err = os.Symlink(text, path)
			}
		}
		if err != nil {
			return err
		}
	}
	if st, err := os.Lstat(entry); err == nil && !st.Mode().IsRegular() {
		return nil // the entry itself was made a link
	}
	return os.WriteFile(entry, []byte(code), 0o644)
}

// filled puts the reference's documents where an attack names them.
func filled(reference string, c *assay.Case) (*strings.Replacer, error) {
	var pairs []string
	for name, file := range map[string]string{"@RESULTS@": spec.FileResults, "@CLAIMS@": spec.FileClaims, "@PROVENANCE@": spec.FileProvenance, "@FIGURE@": spec.FileFigure} {
		data, err := os.ReadFile(filepath.Join(reference, file))
		if err != nil {
			return nil, err
		}
		text := `'''` + strings.ReplaceAll(string(data), `\`, `\\`) + `'''`
		if file == spec.FileFigure {
			text = base64.StdEncoding.EncodeToString(data)
		}
		pairs = append(pairs, name, text)
	}
	return strings.NewReplacer(append(pairs, "@DIGEST@", c.Case.Data[0].SHA256)...), nil
}
