package spec

// Case is the visible part of a case, case.json: what the author of a submission sees.
type Case struct {
	Schema     string      `json:"schema"`
	ID         string      `json:"id"`
	Domain     string      `json:"domain"`
	Subfield   string      `json:"subfield,omitempty"`
	Methods    []string    `json:"methods,omitempty"` // labels
	Question   string      `json:"question"`
	Context    string      `json:"context,omitempty"`
	Vocabulary *Vocabulary `json:"vocabulary,omitempty"`
	Data       []Asset     `json:"data"`
	Contract   Contract    `json:"contract"`
}

// Vocabulary lists the names that results and claims use for their scope fields.
type Vocabulary struct {
	Quantities    []string `json:"quantities,omitempty"`
	Variables     []string `json:"variables,omitempty"`
	Populations   []string `json:"populations,omitempty"`
	Groups        []string `json:"groups,omitempty"`
	Units         []string `json:"units,omitempty"`
	Methods       []string `json:"methods,omitempty"`
	AnalysisUnits []string `json:"analysis_units,omitempty"`
}

// Asset is one declared data file.
type Asset struct {
	Path    string        `json:"path"` // relative to the case's data folder's parent: data/penguins.csv
	SHA256  string        `json:"sha256"`
	Format  string        `json:"format,omitempty"`  // csv, tsv, json, jsonl, parquet, arrow, xlsx, npy, npz; by the file's ending where empty
	Sheet   string        `json:"sheet,omitempty"`   // of a workbook: the first where empty
	Missing []string      `json:"missing,omitempty"` // cell texts that mean missing, decimal numbers also by value; "" and NA where empty
	Columns []AssetColumn `json:"columns,omitempty"`
}

// AssetColumn describes a column of an asset.
type AssetColumn struct {
	Name    string `json:"name"`
	Type    string `json:"type"` // number, integer, text, bool, date
	Unit    string `json:"unit,omitempty"`
	Meaning string `json:"meaning,omitempty"`
}

// Contract is what a run must do and may use.
type Contract struct {
	Entry        string   `json:"entry"`          // analysis.py; the ending names the language
	Also         []string `json:"also,omitempty"` // entries that may stand in its place: analysis.go
	Outputs      []string `json:"outputs"`        // results.json, figure.png, claims.json, provenance.json
	WallSeconds  float64  `json:"wall_seconds"`
	CPUSeconds   float64  `json:"cpu_seconds"`
	MemoryBytes  int64    `json:"memory_bytes"`
	OutputBytes  int64    `json:"output_bytes,omitempty"`  // 64 MiB where 0
	Files        int      `json:"files,omitempty"`         // 256 where 0
	Processes    int      `json:"processes,omitempty"`     // 64 where 0
	Modules      []string `json:"modules,omitempty"`       // what may be imported beside the standard library: modules of Python, packages of Go by prefix; empty: any
	BuildSeconds float64  `json:"build_seconds,omitempty"` // limit of compiling an analysis; 120 where 0
	BuildMemory  int64    `json:"build_memory,omitempty"`  // the same in bytes; 2 GiB where 0
}

// Source is hidden/source.json: where data and question come from.
type Source struct {
	Schema    string       `json:"schema"`
	Kind      string       `json:"kind"` // data | paper
	Title     string       `json:"title"`
	Citation  string       `json:"citation"`
	URL       string       `json:"url,omitempty"`
	Licence   string       `json:"licence"`
	Files     []SourceFile `json:"files"`
	Retrieved string       `json:"retrieved,omitempty"`
	Notes     string       `json:"notes,omitempty"`
}

// SourceFile ties a data file to its origin.
type SourceFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	From   string `json:"from,omitempty"` // package, version and path it was taken from
	Change string `json:"change,omitempty"`
}

// Expected is submissions/<name>/expected.json: what the verdict must be.
type Expected struct {
	Schema      string           `json:"schema"`
	About       string           `json:"about"` // one sentence: what is right or wrong here
	Strict      bool             `json:"strict"`
	BrokenStage Stage            `json:"broken_stage"`     // the earliest over the required claims; "" for strict success
	Findings    []Code           `json:"findings"`         // codes that must be among the findings of severity error
	Claims      map[string]Stage `json:"claims,omitempty"` // per slot, where it matters
}
