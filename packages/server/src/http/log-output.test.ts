import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readable } from './log.ts';
import { LogOutput } from './log-output.ts';

const newFile = () => join(mkdtempSync(join(tmpdir(), 'locutor-log-')), 'log');

describe('the log output', () => {
  it('writes a full batch at once and the rest a little later, in order', async () => {
    const file = newFile();
    const descriptor = openSync(file, 'w');
    const output = new LogOutput(descriptor, 10, 20);
    output.write('first line\n');
    output.write('2\n');
    await expect.poll(() => readFileSync(file, 'utf8')).toBe('first line\n2\n');
    closeSync(descriptor);
  });

  it('writes what is left when asked to', () => {
    const file = newFile();
    const descriptor = openSync(file, 'w');
    const output = new LogOutput(descriptor, 1000, 60_000);
    output.write('last words\n');
    expect(readFileSync(file, 'utf8')).toBe('');
    output.flushSync();
    expect(readFileSync(file, 'utf8')).toBe('last words\n');
    closeSync(descriptor);
  });

  it('loses no line to a slow reader, nor at the end of the process', async () => {
    const child = logging(
      'for (let n = 0; n < 20000; n++) line(n); setTimeout(() => { line(20000); process.exit(); }, 300)',
    );
    await sleep(200);
    expect(await linesOf(child)).toEqual(numbered(20_001));
  });

  it('repeats no line of which a part is out when the process ends', async () => {
    const child = logging('for (let n = 0; n < 60000; n++) line(n); setImmediate(() => process.exit())');
    expect(await linesOf(child)).toEqual(numbered(60_000));
  });

  it.each(['pipe', 'socket'])('lets the process end although nobody reads its %s', async (kind) => {
    const fifo = newFile();
    if (kind === 'pipe') execFileSync('mkfifo', [fifo]);
    // Both ends: there is a reader, which does not read. Node's own pipes to its children are sockets.
    const output = kind === 'pipe' ? openSync(fifo, 'r+') : 'pipe';
    const child = logging(
      'for (let n = 0; n < 60000; n++) line(n); setImmediate(() => process.exit())',
      output,
    );
    expect(await once(child, 'exit')).toEqual([0, null]);
    child.stderr?.destroy();
    if (typeof output === 'number') closeSync(output);
  });
});

/** A process that logs as the code says. */
function logging(code: string, output: 'pipe' | number = 'pipe') {
  const module = fileURLToPath(new URL('../../dist/http/log-output.js', import.meta.url));
  const program = `
    import { LogOutput } from ${JSON.stringify(module)};
    const output = new LogOutput(2, 65536, 1000);
    const line = (n) => output.write('line ' + n + '\\n');
    ${code}`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', output],
  });
}

async function linesOf(child: ReturnType<typeof logging>): Promise<string[]> {
  return (await text(child.stderr!)).trimEnd().split('\n');
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}`);

it('makes a JSON line readable', () => {
  const line = '{"level":30,"time":"2026-11-15T02:53:02.126Z","id":"a-1","status":200,"msg":"request"}';
  expect(readable(line)).toBe('02:53:02 INFO  request id=a-1 status=200\n');
});

it('a readable line shows what a terminal would obey: clients choose their User-Agent', () => {
  const line =
    '{"level":30,"time":"2026-11-15T02:53:02.126Z","id":"a-1","agent":"a\u009b2J\u202eb","msg":"caller"}';
  expect(readable(line)).toBe('02:53:02 INFO  caller id=a-1 agent=a\\u009b2J\\u202eb\n');
});
