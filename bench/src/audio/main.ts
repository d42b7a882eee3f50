/**
 * Speed, accuracy, memory and filter quality of @locutor/audio.
 * Run: npm run bench -- audio [speed] [accuracy] [memory] [resampler]; all four by default, some ten minutes and 1.5 GB.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOut } from '../out.ts';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { codecShare } from './codec-share.ts';
import { type BenchFile, hasFfmpeg, lengthened, makeFiles } from './files.ts';
import { decodeSeconds, ffmpegSeconds, memoryOf } from './measure.ts';
import { mp3Accuracy } from './mp3-accuracy.ts';
import { sweep } from './sweep.ts';
import { drawSweeps } from './sweep-plot.ts';

const seconds = 60;
const rounds = 5;

async function speedRow({ name, path }: BenchFile): Promise<(string | number)[]> {
  const bytes = readFileSync(path);
  const ours: number[] = [];
  const theirs: number[] = [];
  await decodeSeconds(bytes);
  for (let round = 0; round < rounds; round++) {
    ours.push(await decodeSeconds(bytes));
    if (hasFfmpeg) theirs.push(ffmpegSeconds(path));
  }
  const times = (took: number) => `${Math.round(seconds / took)} ×`;
  const share = await codecShare(bytes, 3);
  return [
    name,
    Math.round(bytes.length / 1024),
    times(median(ours)),
    share > 0 ? times(median(ours) * share) : '–',
    theirs.length > 0 ? times(median(theirs)) : '–',
  ];
}

/** One of each container; the longest is an hour. */
const memoryFiles = [
  'WAV PCM 16, 48 kHz stereo',
  'FLAC, 44.1 kHz stereo',
  'Ogg FLAC, 44.1 kHz mono',
  'MP3 128 kb/s, 44.1 kHz stereo',
  'Ogg Opus 96 kb/s stereo',
  'WebM Opus 64 kb/s stereo',
  'Ogg Vorbis, 44.1 kHz stereo',
];

function memoryRow(file: BenchFile, source: BenchFile): (string | number)[] {
  const row: (string | number)[] = [file.name];
  for (const times of [1, 10, 60]) {
    const { path } = times === 1 ? file : lengthened(file, source, times);
    const { grown, result } = memoryOf(path, 'whole');
    row.push((grown - result).toFixed(0));
    if (times !== 10) row.push(memoryOf(path, 'chunks').grown.toFixed(0));
  }
  return row;
}

async function speed(files: readonly BenchFile[]): Promise<void> {
  console.log(
    `Decoding ${seconds} s to 16 kHz mono, times real time by processor time, median of ${rounds};`,
  );
  console.log('"codec alone" counts only the time inside the packages that bring the codecs');
  console.log(
    hasFfmpeg
      ? 'beside ffmpeg -threads 1, in turns\n'
      : 'ffmpeg is not on the PATH: WAV only, and nothing beside it\n',
  );
  const rows: (string | number)[][] = [['format', 'KB', 'this package', 'codec alone', 'ffmpeg']];
  for (const file of files) rows.push(await speedRow(file));
  console.log(table(rows));
}

async function accuracy(files: readonly BenchFile[]): Promise<void> {
  if (!hasFfmpeg) return;
  console.log(
    '\nMP3 against what ffmpeg makes of the same file, in dB; then the worst distance of the five to',
  );
  console.log('LAME, that of ffmpeg to LAME, and the largest difference in length to ffmpeg, in samples\n');
  console.log(table(await mp3Accuracy(files[0]!.path, folder)));
}

async function memory(files: readonly BenchFile[]): Promise<void> {
  if (!hasFfmpeg) return;
  console.log(
    '\nMemory in MB: how far a process grows while it decodes a file that it has read; of decodeAudio',
  );
  console.log('less the samples it returns, of decodeAudioStream ("in chunks") all of it\n');
  const measured = files.filter(({ name }) => memoryFiles.includes(name));
  const rows = measured.map((file) => memoryRow(file, files[0]!));
  console.log(table([['format', '1 min', 'in chunks', '10 min', '60 min', 'in chunks'], ...rows]));
}

async function resampler(): Promise<void> {
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
  const rows = sweeps.map(({ from, to, ripple, alias }) => [from, to, ripple.toFixed(4), alias.toFixed(1)]);
  console.log(table([['from Hz', 'to Hz', 'ripple dB', 'alias dB'], ...rows]));
  console.log(`\npicture: ${writeOut('resampler.svg', drawSweeps(sweeps))}`);
}

const parts = { speed, accuracy, memory, resampler };
const wanted = process.argv.slice(2);
for (const name of wanted) {
  if (!Object.hasOwn(parts, name)) throw new Error(`"${name}" is none of ${Object.keys(parts).join(', ')}`);
}
const folder = mkdtempSync(join(tmpdir(), 'audio-bench-'));
try {
  const files = makeFiles(folder, seconds);
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) await part(files);
  }
} finally {
  rmSync(folder, { recursive: true });
}
