package table

import (
	"bytes"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"
)

// What takes long on a long file is shared by the processors.
const long = 1 << 18

// readFile reads a file of an expected size, each processor a part of it; ok is false where
// the file is not of that size after all.
func readFile(f *os.File, size int64) (data []byte, ok bool) {
	data = make([]byte, size, size+1)
	parts := min(runtime.GOMAXPROCS(0), int(size/long))
	read := make([]bool, parts)
	var wg sync.WaitGroup
	for k := range parts {
		lo, hi := int(size)*k/parts, int(size)*(k+1)/parts
		wg.Go(func() {
			n, err := f.ReadAt(data[lo:hi], int64(lo))
			read[k] = n == hi-lo && (err == nil || err == io.EOF)
		})
	}
	wg.Wait()
	for _, is := range read {
		if !is {
			return nil, false
		}
	}
	n, err := f.ReadAt(data[size:size+1], size)
	return data, n == 0 && err == io.EOF
}

// eachPart reports whether f is true of all parts of the data, which it is asked by several
// processors. The parts begin with whole UTF-8.
func eachPart(data []byte, f func(part []byte) bool) bool {
	n := min(runtime.GOMAXPROCS(0), len(data)/long)
	if n < 2 {
		return f(data)
	}
	holds := make([]bool, n)
	var wg sync.WaitGroup
	for k, at := 0, 0; k < n; k++ {
		to := wholeRunes(data, len(data)*(k+1)/n)
		part := data[at:to]
		wg.Go(func() { holds[k] = f(part) })
		at = to
	}
	wg.Wait()
	for _, h := range holds {
		if !h {
			return false
		}
	}
	return true
}

// wholeRunes is the first place from at on, up to three bytes on, that is not inside a rune.
func wholeRunes(data []byte, at int) int {
	for i := range utf8.UTFMax {
		if at+i >= len(data) || utf8.RuneStart(data[at+i]) {
			return min(at+i, len(data))
		}
	}
	return at
}

// clean reports whether data are UTF-8 without a zero byte.
func clean(data []byte) bool {
	return eachPart(data, func(part []byte) bool {
		for len(part) > 0 { // both looks at a block while it is near
			n := wholeRunes(part, min(1<<15, len(part)))
			if bytes.IndexByte(part[:n], 0) >= 0 || !utf8.Valid(part[:n]) {
				return false
			}
			part = part[n:]
		}
		return true
	})
}

// lineEnds counts the line ends of each stretch.
func lineEnds(src string, parts []stretch) []int {
	out := make([]int, len(parts))
	var wg sync.WaitGroup
	for k, p := range parts {
		wg.Go(func() { out[k] = strings.Count(src[p.from:p.to], "\n") })
	}
	wg.Wait()
	return out
}
