import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeAudio, decodeAudioStream } from '@locutor/audio';

/** Seconds of processor time for one decode to 16 kHz; other programs disturb it less than the clock's. */
export async function decodeSeconds(bytes: Uint8Array): Promise<number> {
  const before = process.cpuUsage();
  await decodeAudio(bytes, { limits: { maxSeconds: 7200 } });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The same of ffmpeg on one thread, by its own account, so without the start of its process. */
export function ffmpegSeconds(path: string): number {
  const options = [
    '-benchmark',
    '-threads',
    '1',
    '-i',
    path,
    '-ac',
    '1',
    '-ar',
    '16000',
    '-f',
    'f32le',
    '-y',
  ];
  const { stderr } = spawnSync('ffmpeg', [...options, '/dev/null'], { encoding: 'utf8' });
  const [, user, system] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? [];
  return Number(user) + Number(system);
}

/** Files of an hour are larger than what is accepted by default. */
const limits = { maxBytes: 2 ** 31, maxSeconds: 7200 };

/** In megabytes: how far a fresh process grows while it decodes a file it has read, and how long the samples are. */
export interface MemoryUse {
  readonly grown: number;
  readonly result: number;
}

export function memoryOf(path: string, form: 'whole' | 'chunks'): MemoryUse {
  const program = fileURLToPath(import.meta.url);
  const { stdout, stderr } = spawnSync(process.execPath, [program, path, form], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as MemoryUse;
}

/** The samples' bytes. */
async function decode(bytes: Uint8Array, form: string): Promise<number> {
  if (form === 'whole') return (await decodeAudio(bytes, { limits })).samples.byteLength;
  let length = 0;
  for await (const chunk of decodeAudioStream(bytes, { limits })) length += chunk.byteLength;
  return length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , path = '', form = ''] = process.argv;
  const bytes = readFileSync(path);
  // A first decode loads and compiles what every decode needs.
  await decodeAudio(bytes, { limits: { ...limits, maxSeconds: 20 } });
  const before = process.memoryUsage().rss;
  const result = await decode(bytes, form);
  const most = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ grown: (most - before) / 1e6, result: result / 1e6 }));
}
