// node scripts/node-versions.mjs [--quick] [VERSION…]: starts the server, recognises one recording and runs the unit
// suites on each version of Node, and prints a table. The binaries come from npm, so that nothing has to be installed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, root, say, TESTED } from './prepare.mjs';

/** The oldest that is supported, then the newest of each line that is maintained. */
const VERSIONS = ['20.19.0', '22', '24', '26'];
/** One suite for each thing that depends on Node: streams, HTTP, worker threads, child processes, native modules. */
const QUICK = [
  'packages/audio/src/decode',
  'packages/grammar/src/worker',
  'packages/models/src/store',
  'packages/server/src/config',
  'packages/server/src/http/plugins',
  'packages/server/src/store/biometrics/biometric-store',
  'packages/engine/src/pool/supervision',
];
const RECORDING = join(root, 'test', 'fixtures', 'digits.flac');
const SAID = 'one two three four';

/** Fetches a version where it is missing, and gives its program. */
function programOf(version) {
  const folder = join(root, '.cache', 'node', version);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const program = join(
    folder,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
    const { status, stderr } = spawnSync('npm', [...args, `${name}@${version}`], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm has no Node ${version}:\n${stderr}`);
  }
  return program;
}

/** Starts the server, recognises the recording and stops it; says what went wrong. */
async function serveOnce(program) {
  const folder = mkdtempSync(join(tmpdir(), 'locutor-node-'));
  const env = { ...process.env, LOCUTOR_PORT: '0', LOCUTOR_WORKERS: '1' };
  const command = [join(root, 'packages', 'server', 'bin', 'locutor.mjs')];
  const child = spawn(program, command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let log = '';
  child.stderr.on('data', (text) => {
    log += text;
  });
  try {
    const url = await new Promise((resolve, reject) => {
      let printed = '';
      child.stdout.on('data', (text) => {
        printed += text;
        const found = /serves at (\S+)[\s\S]*curl/.exec(printed);
        if (found) resolve(found[1]);
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`exited with ${code}: ${log.slice(-300)}`)));
    });
    const response = await fetch(`${url}/asr/rest/v3/recognize?lm=builtin:slm/general`, {
      method: 'POST',
      headers: { 'content-type': 'audio/flac' },
      body: readFileSync(RECORDING),
    });
    const text = (await response.json())[0]?.alternatives?.[0]?.text;
    child.kill('SIGTERM');
    const [code] = await exited;
    return { start: code === 0 ? 'ok' : `exit code ${code}`, recognize: text === SAID ? 'ok' : `"${text}"` };
  } catch (error) {
    return { start: error.message.split('\n')[0], recognize: '' };
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function runSuites(program, suites) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, NO_COLOR: '1' } };
  const { stdout, stderr } = spawnSync(program, [vitest, 'run', ...suites], options);
  const totals = /^\d+ passed, (\d+) failed, \d+ skipped$/m.exec(stdout);
  if (totals?.[1] !== '0') console.error(stdout.slice(-6000), stderr.slice(-3000));
  return totals?.[0] ?? 'did not finish';
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
await prepare(TESTED);
const rows = [];
for (const version of positionals.length > 0 ? positionals : VERSIONS) {
  const program = programOf(version);
  const exact = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim();
  say(`Node ${exact}`);
  const { start, recognize } = await serveOnce(program);
  rows.push([exact, start, recognize, runSuites(program, values.quick ? QUICK : ['packages'])]);
}
const isGood = ([, start, recognize, tests]) =>
  start === 'ok' && recognize === 'ok' && tests.includes(' 0 failed');
console.log(
  `\n| Node | start and stop | RECOGNIZE | ${values.quick ? 'some' : 'all'} unit tests |\n|---|---|---|---|`,
);
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
process.exitCode = rows.every(isGood) ? 0 : 1;
