import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEncoder, type EncodedFormat } from '@locutor/audio';
import { speech } from './speech.ts';

/** Between analysis and synthesis, in samples: the same for every encoder of Layer II. */
const delay = 481;
const frame = 320;

function decoded(file: string): Float32Array {
  const bytes = execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 'f32le', '-'], {
    maxBuffer: 1 << 28,
  });
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Decibels of signal to noise: of the whole, and the mean of pieces of 20 ms that are not silent. */
function distance(samples: Float32Array, reference: Float32Array): [whole: number, pieces: number] {
  const decibels: number[] = [];
  let [signal, noise] = [0, 0];
  // ffmpeg leaves out the end.
  const end = Math.min(reference.length, samples.length - delay);
  for (let at = 0; at + frame <= end; at += frame) {
    let [s, n] = [0, 0];
    for (let i = at; i < at + frame; i++) {
      s += reference[i]! ** 2;
      n += (samples[i + delay]! - reference[i]!) ** 2;
    }
    signal += s;
    noise += n;
    if (s / frame > 1e-5) decibels.push(Math.min(35, Math.max(-10, 10 * Math.log10(s / n))));
  }
  return [10 * Math.log10(signal / noise), decibels.reduce((sum, each) => sum + each, 0) / decibels.length];
}

/** Our MP2 beside that of ffmpeg, both decoded by ffmpeg. */
export async function mp2Quality(folder: string): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [['Hz', 'kb/s', 'ours', 'of 20 ms', 'ffmpeg', 'of 20 ms']];
  for (const sampleRate of [16_000, 22_050]) {
    const samples = await speech(sampleRate, 30);
    const source = join(folder, 'source.f32');
    writeFileSync(source, new Uint8Array(samples.buffer));
    for (const kbps of [24, 32, 64]) {
      const format: EncodedFormat = { codec: 'mp2', sampleRate, channels: 1, bitsPerSample: 16, kbps };
      const encoder = await createEncoder(format);
      const [ours, theirs] = [join(folder, 'ours.mp2'), join(folder, 'theirs.mp2')];
      writeFileSync(ours, Buffer.concat([encoder.write(samples), encoder.end()]));
      const input = ['-f', 'f32le', '-ar', `${sampleRate}`, '-ac', '1', '-i', source];
      execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, '-b:a', `${kbps}k`, theirs]);
      const cells = [ours, theirs].flatMap((file) => distance(decoded(file), samples));
      rows.push([sampleRate, kbps, ...cells.map((each) => each.toFixed(1))]);
    }
  }
  return rows;
}
