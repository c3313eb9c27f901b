// Package tally shows scorings by checklists, and boards of them: as text for a terminal,
// and as one self-contained HTML file in the look of the verification's page.
package tally
