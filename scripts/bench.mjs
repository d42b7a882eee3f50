// npm run bench -- NAME [arguments]: one of the benchmarks under bench/src.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

prepare();
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
run(process.execPath, [program, ...args]);
