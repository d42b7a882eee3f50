/**
 * What every encoder of the catalogs produces: bit rate and speed; and MP2, which is written here, beside ffmpeg's.
 * Run: npm run bench -- encoders [A] [B] [C] [mp2]; all by default.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEncoder } from '@locutor/audio';
import { hasFfmpeg } from '../audio/files.ts';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { mp2Quality } from './mp2-quality.ts';
import { type EncoderInfo, encoderCatalog, formatOf } from './server-catalog.ts';
import { speech } from './speech.ts';

const seconds = 60;
const rounds = 3;
/** A phrase of synthesis, about. */
const phraseSeconds = 2;

async function encode(entry: EncoderInfo, samples: Float32Array): Promise<number> {
  const format = formatOf(entry);
  const encoder = await createEncoder(format);
  const step = phraseSeconds * format.sampleRate;
  let bytes = 0;
  for (let at = 0; at < samples.length; at += step) {
    bytes += encoder.write(samples.subarray(at, at + step)).length;
  }
  return bytes + encoder.end().length;
}

async function row(entry: EncoderInfo): Promise<(string | number)[]> {
  const samples = await speech(Number(entry.sampleRate), seconds);
  let bytes = await encode(entry, samples);
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    bytes = await encode(entry, samples);
    const { user, system } = process.cpuUsage(before);
    took.push((user + system) / 1e6);
  }
  return [entry.name, ((bytes * 8) / seconds / 1000).toFixed(1), `${Math.round(seconds / median(took))} ×`];
}

async function catalogTable(catalog: 'A' | 'B' | 'C'): Promise<void> {
  const rows = [];
  for (const entry of encoderCatalog(catalog)) rows.push(await row(entry));
  console.log(`${table([[`catalog ${catalog}`, 'kb/s', 'speed'], ...rows])}\n`);
}

async function mp2Table(): Promise<void> {
  if (!hasFfmpeg) return;
  const folder = mkdtempSync(join(tmpdir(), 'encoders-bench-'));
  try {
    console.log(
      'MP2 beside that of ffmpeg, decoded by ffmpeg: signal to noise in dB, and its mean over pieces\n',
    );
    console.log(table(await mp2Quality(folder)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const parts: Readonly<Record<string, () => Promise<void>>> = {
  A: () => catalogTable('A'),
  B: () => catalogTable('B'),
  C: () => catalogTable('C'),
  mp2: mp2Table,
};
const wanted = process.argv.slice(2);
for (const name of wanted) {
  if (!Object.hasOwn(parts, name)) throw new Error(`"${name}" is none of ${Object.keys(parts).join(', ')}`);
}
console.log(
  `${seconds} s of speech, in phrases of ${phraseSeconds} s; times real time by processor time, median of ${rounds}\n`,
);
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await part();
}
