import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio } from '@locutor/audio';
import { data } from './recordings.ts';

/** A recording at 16 kHz, by its path from the data folder. */
export async function samplesOf(file: string): Promise<Float32Array> {
  return (await decodeAudio(readFileSync(join(data, file)))).samples;
}

/** Noises by their file names, in order; none where they are not on this machine. */
export async function noises(isWanted: (file: string, at: number) => boolean): Promise<Float32Array[]> {
  const folder = join(data, 'noise');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.flac'));
  return Promise.all(
    files
      .sort()
      .filter(isWanted)
      .map((file) => samplesOf(join('noise', file))),
  );
}

/** A few noises of every kind are enough behind speech. */
export function someNoises(): Promise<Float32Array[]> {
  return noises((_, at) => at % 8 === 0);
}
