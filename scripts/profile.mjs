// npm test -- --profile: a reporter that ends a run with what each test file took, the longest first.
// Times are those of the wall clock: two files run at once, and the processes that a file starts share the cores.
const SHOWN = 40;

const seconds = (ms) => (ms / 1000).toFixed(1).padStart(8);

export default class Profile {
  onTestRunEnd(modules) {
    const rows = modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic();
      return { path: module.relativeModuleId, imports: collectDuration, tests: duration };
    });
    const sum = (pick) => rows.reduce((total, row) => total + pick(row), 0);
    console.log(`\n${'tests s'.padStart(8)}${'import s'.padStart(9)}  file`);
    for (const { path, imports, tests } of rows.sort((a, b) => b.tests - a.tests).slice(0, SHOWN)) {
      console.log(`${seconds(tests)} ${seconds(imports)}  ${path}`);
    }
    console.log(`${seconds(sum((row) => row.tests))} ${seconds(sum((row) => row.imports))}  all ${rows.length}`);
  }
}
