/**
 * Speed, memory and filter quality of @locutor/audio.
 * Run: npx tsc -b bench && node bench/dist/audio/main.js
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../table.ts';
import { type BenchFile, hasFfmpeg, makeFiles } from './files.ts';
import { decodeSeconds, ffmpegSeconds, median, memoryOf } from './measure.ts';
import { drawSweeps } from './picture.ts';
import { sweep } from './sweep.ts';

const seconds = 60;
/** What grows with the file, beside the result, would show here. */
const longSeconds = 300;
const rounds = 5;
const out = fileURLToPath(new URL('../../out/', import.meta.url));

async function speedRow({ name, path }: BenchFile): Promise<(string | number)[]> {
  const bytes = readFileSync(path);
  const ours: number[] = [];
  const theirs: number[] = [];
  await decodeSeconds(bytes);
  for (let round = 0; round < rounds; round++) {
    ours.push(await decodeSeconds(bytes));
    if (hasFfmpeg) theirs.push(ffmpegSeconds(path));
  }
  const times = (values: readonly number[]) =>
    values.length > 0 ? `${Math.round(seconds / median(values))} ×` : '–';
  return [name, Math.round(bytes.length / 1024), times(ours), times(theirs)];
}

const folder = mkdtempSync(join(tmpdir(), 'audio-bench-'));
try {
  console.log(`Decoding ${seconds} s to 16 kHz mono, times real time by processor time, median of ${rounds}`);
  console.log(
    hasFfmpeg
      ? 'beside ffmpeg -threads 1, in turns\n'
      : 'ffmpeg is not on the PATH: WAV only, and nothing beside it\n',
  );
  const files = makeFiles(folder, seconds);
  const rows: (string | number)[][] = [['format', 'KB', 'this package', 'ffmpeg']];
  for (const file of files) rows.push(await speedRow(file));
  console.log(table(rows));

  console.log('\nMemory: how far a process grows at most while it decodes, over its result (MB)\n');
  const stereo = (name: string) => name.includes('stereo');
  const overhead = ({ path }: BenchFile) => {
    const { grown, result } = memoryOf(path);
    return (grown - result).toFixed(1);
  };
  const short = new Map(files.filter(({ name }) => stereo(name)).map((file) => [file.name, overhead(file)]));
  const memory = makeFiles(folder, longSeconds, stereo).map((file) => [
    file.name,
    short.get(file.name)!,
    overhead(file),
  ]);
  console.log(table([['format', `${seconds} s`, `${longSeconds} s`], ...memory]));
} finally {
  rmSync(folder, { recursive: true });
}

console.log(
  '\nResampler, tones over the whole input band: ripple up to 0.85 of Nyquist, loudest alias or image\n',
);
const ratios = [
  [8000, 16_000],
  [22_050, 16_000],
  [44_100, 16_000],
  [48_000, 16_000],
  [192_000, 16_000],
  [44_101, 8000],
] as const;
const sweeps = ratios.map(([from, to]) => sweep(from, to));
console.log(
  table([
    ['from Hz', 'to Hz', 'ripple dB', 'alias dB'],
    ...sweeps.map(({ from, to, ripple, alias }) => [from, to, ripple.toFixed(4), alias.toFixed(1)]),
  ]),
);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'resampler.svg'), drawSweeps(sweeps));
console.log(`\npicture: ${join(out, 'resampler.svg')}`);
