package report

import (
	"math"
	"reflect"
	"strings"

	"github.com/assaybench/assay/spec"
)

// duplicate copies a report, every text changed by text (nil: none). Lists and maps
// that always stand in the document are made empty where they are nil, so that a
// report has one form whoever built it.
func duplicate(r *spec.Report, text func(string) string) *spec.Report {
	out := reflect.New(reflect.TypeFor[spec.Report]()).Elem()
	copyValue(out, reflect.ValueOf(r).Elem(), text)
	c := out.Addr().Interface().(*spec.Report)
	for i := range c.Figures {
		for j := range c.Figures[i].Axes {
			finite(&c.Figures[i].Axes[j])
		}
	}
	return c
}

func copyValue(dst, src reflect.Value, text func(string) string) {
	switch src.Kind() {
	case reflect.String:
		s := src.String()
		if text != nil {
			s = text(s)
		}
		dst.SetString(s)
	case reflect.Pointer:
		if !src.IsNil() {
			dst.Set(reflect.New(src.Type().Elem()))
			copyValue(dst.Elem(), src.Elem(), text)
		}
	case reflect.Struct:
		for i := range src.NumField() {
			copyValue(dst.Field(i), src.Field(i), text)
			name, options, _ := strings.Cut(src.Type().Field(i).Tag.Get("json"), ",")
			if name != "" && name != "-" && !strings.Contains(options, "omit") {
				fill(dst.Field(i))
			}
		}
	case reflect.Slice:
		if src.IsNil() {
			return
		}
		dst.Set(reflect.MakeSlice(src.Type(), src.Len(), src.Len()))
		fallthrough
	case reflect.Array:
		for i := range src.Len() {
			copyValue(dst.Index(i), src.Index(i), text)
		}
	case reflect.Map:
		if src.IsNil() {
			return
		}
		dst.Set(reflect.MakeMapWithSize(src.Type(), src.Len()))
		for it := src.MapRange(); it.Next(); {
			k, v := reflect.New(src.Type().Key()).Elem(), reflect.New(src.Type().Elem()).Elem()
			copyValue(k, it.Key(), text)
			copyValue(v, it.Value(), text)
			dst.SetMapIndex(k, v)
		}
	default:
		dst.Set(src)
	}
}

func fill(v reflect.Value) {
	switch {
	case v.Kind() == reflect.Slice && v.IsNil():
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	case v.Kind() == reflect.Map && v.IsNil():
		v.Set(reflect.MakeMap(v.Type()))
	}
}

// finite takes marks without a finite place out of a captured figure: they cannot be
// seen, are counted as hidden, and JSON has no word for their coordinates.
func finite(a *spec.AxesView) {
	for _, axis := range []*spec.AxisView{&a.X, &a.Y} {
		if !isFinite(axis.Limits[0]) || !isFinite(axis.Limits[1]) {
			axis.Limits = [2]float64{}
		}
		ticks := axis.Ticks[:0]
		for _, t := range axis.Ticks {
			if isFinite(t.At) {
				ticks = append(ticks, t)
			}
		}
		axis.Ticks = ticks
	}
	for i := range a.Marks {
		m := &a.Marks[i]
		channels := []*[]float64{&m.X, &m.X2, &m.Y, &m.Base, &m.Lo, &m.Hi, &m.WLo, &m.WHi}
		var keep []int
		n := m.Len()
		for k := range n {
			ok := true
			for _, c := range channels {
				ok = ok && (k >= len(*c) || isFinite((*c)[k]))
			}
			if ok {
				keep = append(keep, k)
			}
		}
		if len(keep) < n {
			m.Hidden += n - len(keep)
			for _, c := range channels {
				*c = pick(*c, keep)
			}
			m.Labels = pick(m.Labels, keep)
		}
		sample := m.Sample[:0]
		for _, f := range m.Sample {
			if isFinite(f) {
				sample = append(sample, f)
			}
		}
		m.Sample = sample
	}
}

func pick[T any](in []T, keep []int) []T {
	if in == nil {
		return nil
	}
	out := []T{}
	for _, k := range keep {
		if k < len(in) {
			out = append(out, in[k])
		}
	}
	return out
}

func isFinite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }
