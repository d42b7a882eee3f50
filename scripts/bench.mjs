// npm run bench -- NAME [arguments]: one of the benchmarks under bench/src.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, run, TESTED } from './prepare.mjs';

await prepare(TESTED);
// Benchmarks load onnxruntime in their own process too, which would report to its maker.
process.env.ORT_DISABLE_TELEMETRY = '1';
const [name = '', ...args] = process.argv.slice(2);
const program = join(root, 'bench', 'dist', name, 'main.js');
if (!/^[\w-]+$/.test(name) || !existsSync(program)) {
  const folder = join(root, 'bench', 'dist');
  const names = readdirSync(folder).filter((each) => existsSync(join(folder, each, 'main.js')));
  console.error(`Which benchmark? npm run bench -- ${names.join(' | ')}`);
  process.exit(1);
}
const before = processorTicks();
process.on('exit', () => sayStolen(before));
await run(process.execPath, [program, ...args]);

/** All time of the processors so far and how much of it the host of a virtual machine took; undefined where no /proc tells. */
function processorTicks() {
  try {
    const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/ +/).slice(1, 9).map(Number);
    return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] };
  } catch {
    return undefined;
  }
}

/** Times mean little where the host took much of the machine, and nothing else shows that it did. */
function sayStolen(from) {
  const to = processorTicks();
  if (!from || !to || to.all === from.all) return;
  const share = (100 * (to.stolen - from.stolen)) / (to.all - from.all);
  console.error(`\nThe host of this machine took ${share.toFixed(1)} % of its processors' time meanwhile.`);
}
