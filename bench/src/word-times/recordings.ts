import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio } from '@locutor/audio';

const data = join(import.meta.dirname, '../../../../shared/data');

export const digitNames = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A recording without the silence around it. */
export interface Cut {
  samples: Float32Array;
  /** The recording's background, as a deviation of samples. */
  background: number;
}

export function haveRecordings(): boolean {
  return existsSync(join(data, 'digits-en/index.tsv'));
}

function rows(folder: string): string[][] {
  const lines = readFileSync(join(data, folder, 'index.tsv'), 'utf8')
    .trim()
    .split('\n');
  return lines.slice(1).map((line) => line.split('\t'));
}

async function read(file: string): Promise<Float32Array> {
  return (await decodeAudio(readFileSync(join(data, file)))).samples;
}

/** Ten digits of every second speaker: the others' were used to choose heads. */
export async function digitSpeakers(): Promise<Cut[][]> {
  const all = rows('digits-en');
  const names = [...new Set(all.map(([, speaker]) => speaker))].filter((_, at) => at % 2 === 1);
  const speakers: Cut[][] = [];
  for (const name of names) {
    const cuts: Cut[] = [];
    for (const digit of digitNames) {
      const [file] = all.find(([, speaker, , , text]) => speaker === name && text === digit)!;
      cuts.push(cut(await read(join('digits-en', file!))));
    }
    speakers.push(cuts);
  }
  return speakers;
}

/** Read sentences of so many speakers. */
export async function sentences(count: number): Promise<Cut[]> {
  const all = rows('readers-en');
  const files = all.filter((_, at) => at % Math.floor(all.length / count) === 1).slice(0, count);
  return Promise.all(files.map(async ([file]) => cut(await read(join('readers-en', file!)))));
}

export async function noises(): Promise<Float32Array[]> {
  const folder = join(data, 'noise');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(wav|flac|ogg)$/.test(file),
  );
  const some = files.sort().filter((_, at) => at % 8 === 0);
  return Promise.all(some.map((file) => read(join('noise', file))));
}

/** What lies between the first and the last 10 ms that are within 38 dB of the loudest and above the background. */
function cut(samples: Float32Array): Cut {
  const hop = 80;
  const levels = Array.from({ length: Math.max(1, Math.floor(samples.length / hop) - 1) }, (_, at) => {
    const window = samples.subarray(at * hop, (at + 2) * hop);
    return 10 * Math.log10(window.reduce((sum, sample) => sum + sample ** 2, 1e-10) / window.length);
  });
  const sorted = levels.toSorted((a, b) => a - b);
  const [background, loudest] = [sorted[Math.floor(0.05 * sorted.length)]!, sorted.at(-1)!];
  const least = Math.max(loudest - 38, Math.min(background + 10, loudest - 20));
  const from = levels.findIndex((level) => level >= least);
  const to = levels.findLastIndex((level) => level >= least);
  return {
    samples: samples.subarray(from * hop + hop / 2, to * hop + 1.5 * hop),
    background: 10 ** (Math.min(background, loudest - 40) / 20),
  };
}
