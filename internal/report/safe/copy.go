package safe

import (
	"reflect"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Copy copies a report, every text changed by text (nil: none). Lists and maps
// that always stand in the document are made empty where they are nil, so that a
// report has one form whoever built it.
func Copy(r *spec.Report, text func(string) string) *spec.Report {
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
