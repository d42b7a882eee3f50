// A reporter that ends a run with one plain line of totals, for people and for continuous integration.
export default class ClosingLine {
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const unloaded = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0);
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state]++;
    }
    const failed = counts.failed + counts.pending + unloaded.length;
    console.log(`\n${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`);
  }
}
