import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeAudio } from '../../packages/audio/dist/index.js';

/** A recording without sound cannot be brought to a level. */
const SILENT = 1e-6;

/** The noises that are put behind speech, in the order of their names. */
export async function noisesFor(data) {
  const folder = join(data, 'noise');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.flac')).sort();
  const noises = [];
  for (const file of files) {
    const { samples } = await decodeAudio(await readFile(join(folder, file)));
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    if (power > SILENT) noises.push(samples);
  }
  return noises;
}
