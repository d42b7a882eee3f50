// Renders the templates of a Helm chart with Go's own template engine and the function library that Helm uses, where
// no helm is installed. Usage: render CHART VALUES.json; prints one JSON document for each object.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/ghodss/yaml"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(file string, into interface{}) {
	content, err := os.ReadFile(file)
	check(err)
	check(yaml.Unmarshal(content, into))
}

func main() {
	chart := os.Args[1]
	var meta, values map[string]interface{}
	read(filepath.Join(chart, "Chart.yaml"), &meta)
	read(os.Args[2], &values)

	all := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		check(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	all.Funcs(functions)

	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, file := range files {
		content, err := os.ReadFile(file)
		check(err)
		_, err = all.New(filepath.Base(file)).Parse(string(content))
		check(err)
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   map[string]interface{}{"Name": meta["name"], "Version": meta["version"], "AppVersion": meta["appVersion"]},
		"Release": map[string]interface{}{"Name": "speech", "Namespace": "voice", "Service": "Helm"},
	}
	documents := []interface{}{}
	for _, file := range files {
		var out bytes.Buffer
		check(all.ExecuteTemplate(&out, filepath.Base(file), data))
		if filepath.Ext(file) != ".yaml" {
			continue
		}
		for _, text := range strings.Split(out.String(), "\n---\n") {
			var document interface{}
			check(yaml.Unmarshal([]byte(text), &document))
			if document != nil {
				documents = append(documents, document)
			}
		}
	}
	text, err := json.Marshal(documents)
	check(err)
	fmt.Println(string(text))
}
