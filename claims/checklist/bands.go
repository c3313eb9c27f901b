package checklist

// Band is a range of scores and what it means.
type Band struct {
	Low, High int
	Meaning   string
}

// Lines that boards draw: above the first a report is better than the source paper,
// above the second much better.
const (
	BetterThan     = 50
	MuchBetterThan = 70
)

// Bands is the table of a mode: eleven bands that cover 0 to 100 without a gap; nil for
// an unknown mode.
func Bands(m Mode) []Band {
	switch m {
	case Objective:
		return []Band{
			{0, 0, "the quantity is not in the report"},
			{1, 10, "named, without a number that could be checked"},
			{11, 20, "a number without a method, or far off"},
			{21, 30, "a method that fits, a number clearly off"},
			{31, 40, "close, short of the source paper"},
			{41, 50, "comparable to the source paper"},
			{51, 60, "slightly better than the source paper"},
			{61, 70, "clearly better than the source paper"},
			{71, 80, "substantially improved, with evidence"},
			{81, 90, "substantially improved throughout, with checks of its own"},
			{91, 100, "beyond what the field has, and shown to be"},
		}
	case Subjective:
		return []Band{
			{0, 0, "the point is not in the report"},
			{1, 10, "touched on in passing"},
			{11, 20, "stated without evidence"},
			{21, 30, "argued in part, main steps missing"},
			{31, 40, "argued, shallower than the source paper"},
			{41, 50, "comparable to the source paper"},
			{51, 60, "slightly deeper than the source paper"},
			{61, 70, "clearly deeper, and better supported"},
			{71, 80, "substantially improved, with new evidence"},
			{81, 90, "substantially improved throughout, alternatives ruled out"},
			{91, 100, "beyond what the field has, and shown to be"},
		}
	}
	return nil
}

// BandOf is the band of a score in a mode; ok is false for an unknown mode or a score
// outside 0 to 100.
func BandOf(m Mode, score int) (b Band, ok bool) {
	for _, b := range Bands(m) {
		if score >= b.Low && score <= b.High {
			return b, true
		}
	}
	return Band{}, false
}
