// Command assay decides whether the claims of an executed analysis are supported by
// evidence that was really produced.
package main

import (
	"os"

	"github.com/assaybench/assay/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], cli.System())) }
