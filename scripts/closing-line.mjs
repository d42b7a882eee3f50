// A reporter that ends a run with the files that took longest, and one plain line of totals, for people and for continuous
// integration. `npm test -- --profile` lists more files.
const SHOWN = process.env.PROFILE === undefined ? 5 : 60;

const seconds = (ms) => (ms / 1000).toFixed(1).padStart(8);

export default class ClosingLine {
  onTestRunEnd(modules) {
    // Times are those of the wall clock: files run beside each other, and the processes that they start share the cores.
    const times = modules.map((module) => ({ path: module.relativeModuleId, ...module.diagnostic() }));
    const all = (pick) => times.reduce((sum, each) => sum + pick(each), 0);
    console.log(`\n tests s import s  slowest of ${times.length} files`);
    for (const { path, duration, collectDuration } of times
      .toSorted((a, b) => b.duration - a.duration)
      .slice(0, SHOWN)) {
      console.log(`${seconds(duration)} ${seconds(collectDuration)}  ${path}`);
    }
    console.log(
      `${seconds(all((each) => each.duration))} ${seconds(all((each) => each.collectDuration))}  all`,
    );

    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const unloaded = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0);
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state]++;
    }
    const failed = counts.failed + counts.pending + unloaded.length;
    console.log(`\n${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`);
  }
}
