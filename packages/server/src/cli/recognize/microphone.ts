import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandError } from '../usage-error.ts';

const RATE = 16_000;
const BYTES_PER_SECOND = 2 * RATE;

/** How recordings are sent on: they have no header, because none can know the length of what goes on. */
export const RECORDING_TYPE = `audio/raw;encoding=pcm;rate=${RATE}`;

const SOX_RAW = ['-t', 'raw', '-r', String(RATE), '-c', '1', '-e', 'signed-integer', '-b', '16', '-L', '-'];
/** The first that is installed records 16-bit samples to its standard output. */
const RECORDERS: readonly (readonly [program: string, ...args: string[]])[] = [
  ['arecord', '-q', '-t', 'raw', '-f', 'S16_LE', '-r', String(RATE), '-c', '1'],
  ['rec', '-q', ...SOX_RAW],
  ['sox', '-q', '-d', ...SOX_RAW],
];

/** Records until Ctrl-C, and says so. */
export async function recordUntilInterrupt(mostSeconds: number): Promise<Uint8Array> {
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop);
  try {
    return await record(interrupt.signal, mostSeconds);
  } finally {
    process.off('SIGINT', stop);
  }
}

/** Records until `signal` ends it, or so many seconds are recorded. */
export async function record(signal: AbortSignal, mostSeconds: number): Promise<Uint8Array> {
  const most = mostSeconds * BYTES_PER_SECOND;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of openMicrophone(signal)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** What the microphone picks up, until `signal` ends it. */
export async function* openMicrophone(signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
  const recorder = RECORDERS.find(([program]) => isInstalled(program));
  if (!recorder) {
    throw new CommandError(
      'the microphone needs a program that records: install alsa-utils (arecord) or sox, or record a file with another program and recognise that',
    );
  }
  const [program, ...args] = recorder;
  process.stderr.write(`recording with ${program}; Ctrl-C ends it\n`);
  // A group of its own: the Ctrl-C that ends the recording is ours to pass on.
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGINT');
  signal.addEventListener('abort', stop, { once: true });
  const exited = once(child, 'close');
  let recorded = false;
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => {
    complaint = `${complaint}${text}`.slice(-1000);
  });
  try {
    if (signal.aborted) stop();
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      recorded = true;
      yield chunk;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await exited;
  }
  if (!recorded) throw new CommandError(`${program} recorded nothing${complaint && `: ${complaint.trim()}`}`);
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder || '.', program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
