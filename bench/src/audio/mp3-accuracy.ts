import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio, resample } from '@locutor/audio';

const hasLame = spawnSync('lame', ['--version']).status === 0;

const rates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const modes: readonly (readonly [name: string, channels: number, ...ffmpeg: string[]])[] = [
  ['mono', 1, '-b:a', '32k'],
  ['mono, variable', 1, '-q:a', '5'],
  ['joint stereo', 2, '-b:a', '64k'],
  ['joint stereo, variable', 2, '-q:a', '4'],
  ['left and right', 2, '-b:a', '64k', '-joint_stereo', '0'],
];

function run(command: string, args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(command, args, { maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** The mean of the channels of what a command prints as 32-bit floats. */
function mean(bytes: Buffer, channels: number): Float32Array {
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return Float32Array.from({ length: samples.length / channels }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += samples[frame * channels + channel]!;
    return sum / channels;
  });
}

/** How far below `reference` the difference lies, in dB, at the best shift of up to 8 samples. */
function distance(samples: Float32Array, reference: Float32Array): number {
  const reach = 8;
  let least = Number.POSITIVE_INFINITY;
  const end = Math.min(samples.length, reference.length) - reach;
  for (let shift = -reach; shift <= reach; shift++) {
    let noise = 0;
    for (let i = reach; i < end; i++) noise += (samples[i + shift]! - reference[i]!) ** 2;
    least = Math.min(least, noise);
  }
  let signal = 0;
  for (let i = reach; i < end; i++) signal += reference[i]! ** 2;
  return 10 * Math.log10(signal / least);
}

/**
 * MP3 of all rates and stereo modes: the distance to what ffmpeg and LAME (which writes 16 bits, so some 86 dB at
 * most) make of the same file, and of those two to each other. At 24 kHz ffmpeg stands alone: it lets a scale factor
 * band begin at line 330 of 576, where the standard has 332, which shows from 6.9 kHz on; below, it agrees.
 */
export async function mp3Accuracy(source: string, folder: string): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [
    ['Hz', ...modes.map(([name]) => name), 'below 6 kHz', 'LAME', 'ffmpeg to LAME', 'samples off'],
  ];
  for (const rate of rates) {
    const row: (string | number)[] = [rate];
    let [low, lame, between, off] = ['–', '–', '–', 0];
    for (const [, channels, ...options] of modes) {
      const path = join(folder, 'accuracy.mp3');
      const convert = ['-v', 'error', '-y', '-t', '10', '-i', source, '-ar', `${rate}`, '-ac', `${channels}`];
      run('ffmpeg', [...convert, ...options, path]);
      const { samples } = await decodeAudio(readFileSync(path), { rate });
      const theirs = mean(run('ffmpeg', ['-v', 'error', '-i', path, '-f', 'f32le', '-']), channels);
      row.push(distance(samples, theirs).toFixed(0));
      const lower = (whole: Float32Array) => resample(whole, rate, Math.min(rate, 12_000));
      low = least(low, distance(lower(samples), lower(theirs)));
      off = Math.max(off, Math.abs(samples.length - theirs.length));
      if (!hasLame) continue;
      const wav = join(folder, 'accuracy.wav');
      run('lame', ['--quiet', '--decode', path, wav]);
      const second = mean(run('ffmpeg', ['-v', 'error', '-i', wav, '-f', 'f32le', '-']), channels);
      lame = least(lame, distance(samples, second));
      between = least(between, distance(theirs, second));
    }
    rows.push([...row, low, lame, between, off]);
  }
  return rows;
}

const least = (before: string, now: number) =>
  before === '–' || now < Number(before) ? now.toFixed(0) : before;
