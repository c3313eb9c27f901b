// Package agreement says how far graders agree on words: the share of pairs that agree,
// Cohen's kappa of each two of them, and Krippendorff's alpha of all, with bootstrap
// intervals over clusters of units. Ratings that are missing, as those of graders who
// abstained, are left out and counted.
package agreement
