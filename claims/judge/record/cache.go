package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/internal/canon"
	"github.com/assaybench/assay/internal/diag"
)

const schemaCache = "assay/judge-cache/v1"

// Cache is a judge that asks j only what it has not answered before: a folder holds the
// replies, under the digest of the content, the system prompt, the kind, model and
// parameters of j, and the draw. Failures are not kept. An entry that is damaged is asked
// again and written anew, and warn hears of it (judge.cache-corrupt), as of entries that
// cannot be written (judge.cache-write).
func Cache(j judge.Judge, folder string, warn func(diag.Diagnostic)) judge.Judge {
	if warn == nil {
		warn = func(diag.Diagnostic) {}
	}
	return &cache{Judge: j, folder: folder, warn: warn}
}

type cache struct {
	judge.Judge
	folder string
	mu     sync.Mutex
	warn   func(diag.Diagnostic) // one call at a time
}

// entry is a file of the cache. Digest is that of all the rest.
type entry struct {
	Schema   string         `json:"schema"`
	Key      string         `json:"key"`
	Settings judge.Settings `json:"settings"`
	Reply    saidReply      `json:"reply"`
	Digest   string         `json:"sha256"`
}

func (e entry) digest() string {
	e.Digest = ""
	b, err := json.Marshal(e)
	if err != nil {
		return ""
	}
	return canon.Bytes(b)
}

func (c *cache) key(s judge.Settings, r judge.Request) string {
	b, err := json.Marshal([]any{schemaCache, s, r.Digest(), r.Draw})
	if err != nil {
		panic(err) // strings and numbers
	}
	return canon.Bytes(b)
}

func (c *cache) Ask(ctx context.Context, r judge.Request) (judge.Reply, error) {
	if err := r.Check(); err != nil {
		return judge.Reply{}, err
	}
	s := c.Settings()
	k := c.key(s, r)
	path := filepath.Join(c.folder, k[:2], k+".json")
	e, err := load(path)
	if err == nil {
		err = e.check(k, s)
	}
	if err == nil {
		return judge.Reply{Text: e.Reply.Text, Model: e.Reply.Model, Usage: e.Reply.Usage, Cached: true}, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		c.say(judge.CodeCache, path, fmt.Sprintf("%s: a stored reply is damaged and not used: %v", r.ID, err), "nothing: it was asked again")
	}
	reply, err := c.Judge.Ask(ctx, r)
	if err != nil {
		return reply, err
	}
	if r.Check() != nil || c.key(c.Settings(), r) != k { // an image of the request, or the judge, changed meanwhile
		c.say(judge.CodeCacheWrite, path, r.ID+": what was asked changed while the judge was asked; the reply is not stored", "leave inputs alone while they are judged")
		return reply, nil
	}
	e = entry{Schema: schemaCache, Key: k, Settings: s, Reply: saidReply{Text: reply.Text, Model: reply.Model, Usage: reply.Usage}}
	e.Digest = e.digest()
	if err := store(path, e); err != nil {
		c.say(judge.CodeCacheWrite, path, r.ID+": the reply could not be stored: "+reason(err), "make the folder of the cache writable")
	}
	return reply, nil
}

func (c *cache) say(code judge.Code, path, message, fix string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.warn(diag.Diagnostic{Code: string(code), Severity: diag.Warning, File: path, Message: message, Fix: fix})
}

// reason is what went wrong, without the path, which stands beside it.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

func load(path string) (e entry, err error) {
	f, err := os.Open(path)
	if err != nil {
		return e, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, longest+1))
	if err != nil {
		return e, errors.New(reason(err))
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		return e, errors.New("no whole document")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return e, errors.New("something follows the document")
	}
	return e, nil
}

func (e entry) check(key string, s judge.Settings) error {
	switch {
	case e.Schema != schemaCache:
		return errors.New("it is no entry of this cache")
	case e.Key != key || e.Settings != s:
		return errors.New("it answers another request")
	case e.Digest != e.digest():
		return errors.New("its content is not what its digest says")
	case strings.TrimSpace(e.Reply.Text) == "":
		return errors.New("it has no text")
	}
	return nil
}

// store writes an entry so that it is there whole or not at all.
func store(path string, e entry) error {
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // of no effect once it is renamed
	_, err = f.Write(append(b, '\n'))
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
