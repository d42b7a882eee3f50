import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeAudio } from '@locutor/audio';

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

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

/** Megabytes by which a fresh process grows, at most, while it decodes a file; and those of the result. */
export function memoryOf(path: string): { grown: number; result: number } {
  const { stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), path], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as { grown: number; result: number };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bytes = readFileSync(process.argv[2]!);
  // A first decode loads and compiles what every decode needs.
  await decodeAudio(bytes, { limits: { maxSeconds: 20 } });
  const before = process.memoryUsage().rss;
  let most = before;
  // The decoder lets the event loop turn every few milliseconds, so this sees its peak.
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 1);
  const { samples } = await decodeAudio(bytes, { limits: { maxSeconds: 7200 } });
  clearInterval(watch);
  most = Math.max(most, process.memoryUsage().rss);
  console.log(JSON.stringify({ grown: (most - before) / 1e6, result: samples.byteLength / 1e6 }));
}
