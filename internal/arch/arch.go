// Package arch holds the layers of Assay as data: which package may import which.
// Its test reads the table against the code; a new package or arrow is first drawn here.
package arch

// Module is the path of the module.
const Module = "github.com/assaybench/assay"

// Layer says what a package may import: packages of this module by their path below
// it ("." is the root, "x/*" all directly below x, "*" all), and modules from outside by prefix. The standard library is
// open to all.
type Layer struct {
	Us      []string
	Outside []string
}

// Layers is the may-import table (docs/decisions/0001-layers.md).
var Layers = map[string]Layer{
	"internal/diag":                  {},
	"internal/canon":                 {},
	"internal/assign":                {},
	"internal/sandbox/reexec":        {Outside: []string{"golang.org/x/sys"}},
	"spec/unit":                      {},
	"spec":                           {Us: []string{"internal/diag", "internal/canon"}, Outside: []string{"github.com/santhosh-tekuri/jsonschema/v5"}},
	"graph/trace":                    {Us: []string{"spec", "internal/diag", "internal/canon"}},
	"internal/likeness":              {Us: []string{"spec", "internal/canon", "graph/trace"}},
	"internal/lineage":               {Us: []string{"spec", "graph/trace", "internal/likeness"}},
	"graph":                          {Us: []string{"spec", "internal/diag", "internal/canon", "graph/trace", "internal/lineage"}, Outside: []string{"github.com/dominikbraun/graph", "gonum.org/v1/gonum/graph"}},
	"internal/table":                 {Us: []string{"spec", "internal/diag", "internal/canon"}, Outside: []string{"github.com/apache/arrow/go/v17"}},
	"internal/tail":                  {Outside: []string{"gonum.org/v1/gonum"}},
	"internal/dd":                    {},
	"internal/faddeeva":              {},
	"internal/solve":                 {},
	"internal/spectral":              {Us: []string{"internal/dd"}, Outside: []string{"gonum.org/v1/gonum"}},
	"internal/peak":                  {},
	"internal/nls":                   {Us: []string{"internal/dd", "internal/faddeeva"}},
	"internal/lineshape":             {Us: []string{"internal/dd", "internal/faddeeva", "internal/nls", "internal/peak", "internal/solve"}},
	"internal/track":                 {},
	"internal/attoclock":             {Us: []string{"internal/solve"}},
	"internal/smooth":                {Us: []string{"internal/dd"}},
	"internal/partial":               {Us: []string{"internal/dd"}, Outside: []string{"gonum.org/v1/gonum"}},
	"internal/quantreg":              {Us: []string{"internal/dd", "internal/partial", "internal/tail"}},
	"internal/mest":                  {Us: []string{"internal/dd", "internal/partial"}},
	"internal/absorb":                {Us: []string{"internal/dd"}},
	"internal/negbin":                {Outside: []string{"gonum.org/v1/gonum"}},
	"internal/mixed":                 {Us: []string{"internal/dd"}, Outside: []string{"gonum.org/v1/gonum"}},
	"internal/factorial":             {Us: []string{"internal/dd"}},
	"internal/resample":              {Us: []string{"internal/dd", "internal/tail"}},
	"internal/view":                  {Us: []string{"spec", "internal/dd", "internal/table"}, Outside: []string{"github.com/expr-lang/expr"}},
	"internal/printed":               {Us: []string{"spec"}},
	"internal/agree":                 {Us: []string{"spec", "internal/printed", "internal/view"}},
	"internal/consistent":            {Us: []string{"spec", "internal/printed", "internal/tail"}},
	"internal/diagnose":              {Us: []string{"spec", "spec/unit", "internal/agree", "internal/printed"}},
	"internal/multivariate":          {Us: []string{"internal/dd"}},
	"internal/cluster":               {Us: []string{"internal/dd", "internal/multivariate"}},
	"internal/estimate":              {Us: []string{"spec", "spec/unit", "internal/view"}},
	"internal/estimate/estimatetest": {Us: []string{"spec", "internal/view", "internal/estimate"}},
	"internal/estimate/answer":       {Us: []string{"spec", "spec/unit", "internal/dd", "internal/tail", "internal/estimate"}},
	"internal/estimate/sample":       {Us: []string{"spec", "internal/dd", "internal/tail", "internal/view", "internal/estimate", "internal/estimate/answer"}},
	"internal/estimate/describe":     {Us: domain()},
	"internal/estimate/classical":    {Us: domain()},
	"internal/estimate/associate":    {Us: domain()},
	"internal/estimate/linear":       {Us: domain()},
	"internal/estimate/model":        {Us: domain("internal/nls", "internal/negbin", "internal/partial", "internal/estimate/linear"), Outside: []string{"gonum.org/v1/gonum"}},
	"internal/estimate/robustfit":    {Us: domain("internal/mest", "internal/quantreg", "internal/estimate/linear")},
	"internal/estimate/econometric":  {Us: domain("internal/absorb", "internal/estimate/linear")},
	"internal/estimate/predict":      {Us: domain()},
	"internal/estimate/designed":     {Us: domain("internal/factorial", "internal/mixed", "internal/estimate/linear")},
	"internal/estimate/series":       {Us: domain()},
	"internal/estimate/signal":       {Us: domain("internal/spectral")},
	"internal/estimate/peaks":        {Us: domain("internal/lineshape", "internal/peak")},
	"internal/estimate/dynamics":     {Us: domain("internal/nls", "internal/peak", "internal/solve", "internal/track")},
	"internal/estimate/strongfield":  {Us: domain("internal/attoclock")},
	"internal/estimate/smoothing":    {Us: domain("internal/smooth")},
	"internal/estimate/diagnostic":   {Us: domain("internal/estimate/linear")},
	"internal/estimate/survival":     {Us: domain()},
	"internal/estimate/resampling":   {Us: domain("internal/resample")},
	"internal/estimate/multivariate": {Us: domain("internal/multivariate")},
	"internal/estimate/distance":     {Us: domain("internal/multivariate", "internal/estimate/multivariate")},
	"internal/estimate/cluster":      {Us: domain("internal/multivariate", "internal/cluster", "internal/estimate/multivariate", "internal/estimate/distance")},
	"internal/estimate/builtin":      {Us: []string{"internal/estimate", "internal/estimate/*"}},
	"oracle":                         {Us: []string{"spec", "spec/unit", "internal/diag", "internal/table", "internal/view", "internal/assign", "internal/agree", "internal/consistent", "internal/diagnose", "internal/estimate", "internal/estimate/builtin"}},
	"internal/strd":                  {Us: []string{"spec", "internal/dd", "internal/nls", "oracle"}},
	"internal/intervene":             {Us: []string{"spec", "internal/table"}},
	"oracle/oracletest":              {Us: []string{"spec", "oracle"}, Outside: []string{"pgregory.net/rapid"}},
	"internal/phrase":                {},
	"internal/slip":                  {Us: []string{"spec", "spec/unit", "internal/phrase"}},
	"internal/axis":                  {Us: []string{"spec", "spec/unit"}},
	"internal/capture":               {Us: []string{"spec", "graph/trace", "internal/axis"}},
	"internal/picture":               {Us: []string{"spec", "internal/axis", "internal/phrase"}},
	"internal/depict":                {Us: []string{"spec", "internal/axis", "internal/phrase"}},
	"internal/vegalite/formula":      {},
	"internal/vegalite/flow":         {Us: []string{"internal/vegalite/formula"}},
	"internal/vegalite":              {Us: []string{"spec", "internal/diag", "graph/trace", "internal/vegalite/flow", "internal/vegalite/formula"}},
	"internal/expected":              {Us: []string{"spec", "spec/unit", "internal/phrase"}},
	"internal/drawn":                 {Us: []string{"spec", "spec/unit", "internal/axis", "internal/expected", "internal/phrase"}},
	"internal/compare":               {Us: []string{"spec", "internal/axis", "internal/drawn", "internal/expected", "internal/phrase", "internal/slip"}},
	"visual":                         {Us: []string{"spec", "spec/unit", "graph/trace", "internal/axis", "internal/capture", "internal/compare", "internal/drawn", "internal/expected", "internal/phrase", "internal/picture", "internal/slip", "internal/vegalite"}},
	"visual/gonumplot":               {Us: []string{"spec", "graph/trace", "internal/canon"}, Outside: []string{"gonum.org/v1/plot"}},
	"internal/prose":                 {Us: []string{"spec", "spec/unit"}},
	"internal/magnitude":             {Us: []string{"spec", "spec/unit", "internal/phrase"}},
	"internal/direction":             {Us: []string{"spec", "internal/drawn", "internal/magnitude"}},
	"claims":                         {Us: []string{"spec", "spec/unit", "internal/assign", "internal/direction", "internal/magnitude", "internal/phrase", "internal/prose"}},
	"claims/checklist":               {Us: []string{"spec", "internal/diag", "claims/judge"}},
	"claims/checklist/scorer":        {Us: []string{"spec", "internal/diag", "graph", "claims/checklist", "claims/judge"}},
	"internal/chat":                  {Outside: []string{"github.com/openai/openai-go/v3"}},
	"claims/judge":                   {Us: []string{"internal/canon", "internal/chat", "internal/diag"}},
	"claims/closure/slots":           {Us: []string{"spec", "graph"}, Outside: []string{"github.com/expr-lang/expr"}},
	"claims/closure/evidence":        {Us: []string{"spec"}},
	"claims/closure":                 {Us: []string{"spec", "internal/diag", "graph", "claims/closure/slots"}},
	"claims/closure/grading":         {Us: []string{"spec", "internal/diag", "claims/closure", "claims/closure/slots"}},
	"claims/closure/stats":           {Us: []string{"spec", "internal/diag", "internal/resample"}},
	"internal/sandbox":               {Us: []string{"spec", "internal/diag", "internal/canon", "graph/trace", "internal/sandbox/reexec"}, Outside: []string{"golang.org/x/sys"}},
	"internal/pytrace":               {Us: []string{"spec", "internal/diag", "internal/canon", "graph/trace"}, Outside: []string{"golang.org/x/sys"}},
	"internal/gorun":                 {Us: []string{"spec", "internal/diag", "internal/sandbox"}},
	"internal/warm":                  {Us: []string{"internal/sandbox"}},
	".":                              {Us: []string{"internal/warm", "spec", "spec/unit", "internal/diag", "internal/canon", "graph", "graph/trace", "internal/table", "oracle", "visual", "claims", "internal/intervene", "internal/sandbox", "internal/pytrace", "internal/gorun"}},
	"internal/report/safe":           {Us: []string{"spec"}},
	"internal/report/reading":        {Us: []string{"spec", "internal/report/safe"}},
	"internal/report/layout":         {},
	"internal/report/draw":           {Us: []string{"spec", "internal/report/safe"}, Outside: []string{"gonum.org/v1/plot"}},
	"internal/report/page":           {Us: []string{"spec", "internal/report/safe", "internal/report/reading", "internal/report/layout", "internal/report/draw"}},
	"internal/report/tally":          {Us: []string{"spec", "internal/report/safe", "internal/report/page", "claims/checklist"}},
	"internal/report/levels":         {Us: []string{"spec", "claims/closure/stats", "internal/report/safe", "internal/report/reading", "internal/report/draw", "internal/report/page"}},
	"internal/report":                {Us: []string{"spec", "internal/report/safe", "internal/report/reading", "internal/report/page"}},
	"internal/honest":                {},
	"internal/attack":                {Us: []string{".", "spec", "internal/report", "internal/honest"}, Outside: []string{"github.com/rogpeppe/go-internal/txtar"}},
	"internal/cli":                   {Us: []string{"*"}, Outside: []string{"github.com/spf13/cobra", "github.com/spf13/pflag"}},
	"cmd/assay":                      {Us: []string{"internal/cli"}},
	"internal/arch":                  {},
}

// domain is what estimators of one domain may import, beside the numerics named.
func domain(numerics ...string) []string {
	return append([]string{"spec", "spec/unit", "internal/dd", "internal/tail", "internal/view", "internal/estimate", "internal/estimate/answer", "internal/estimate/sample"}, numerics...)
}

// Talkers are the only packages that may touch standard streams, flags or the
// environment.
var Talkers = []string{"internal/cli", "cmd/assay", "internal/sandbox/reexec"}
