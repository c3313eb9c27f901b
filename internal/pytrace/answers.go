package pytrace

import (
	"fmt"
	"os"
	"slices"
	"sync"
)

// answers are those of all interpreters that this process has asked.
var answers = memo{known: map[string]answered{}}

// memo keeps what interpreters say of themselves.
type memo struct {
	mu    sync.Mutex // held while one is asked, so that runs side by side ask once
	known map[string]answered
}

type answered struct {
	interpreter Interpreter
	state       string
}

// of is the interpreter's answer: the one that is known where nothing has changed since.
func (m *memo) of(path string, ask func() (Interpreter, error)) (Interpreter, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	here, err := os.Getwd() // a shim chooses by the folder that it is called in
	if err != nil {
		return ask()
	}
	key := here + "\x00" + path
	if a, ok := m.known[key]; ok && a.state == state(path, a.interpreter) {
		return a.interpreter.clone(), nil
	}
	i, err := ask()
	if err != nil {
		delete(m.known, key)
		return i, err
	}
	m.known[key] = answered{i.clone(), state(path, i)}
	return i, nil
}

// state is what tells that an interpreter, or what is installed for it, is another one.
func state(path string, i Interpreter) string {
	var out []byte
	for _, p := range append([]string{path, i.Executable, i.Prefix}, i.Paths...) {
		if st, err := os.Stat(p); err == nil {
			out = fmt.Appendf(out, "%s\x00%d\x00%d\n", p, st.Size(), st.ModTime().UnixNano())
		}
	}
	return string(out)
}

// clone shares no list with the one that is kept.
func (i Interpreter) clone() Interpreter {
	for _, list := range []*[]string{&i.Paths, &i.Libraries, &i.Modules, &i.Standard} {
		*list = slices.Clone(*list)
	}
	return i
}
