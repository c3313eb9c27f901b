package page

// Style is the style sheet of the page, which other pages share.
func Style() string { return pageCSS }
