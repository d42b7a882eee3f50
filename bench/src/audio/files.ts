import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

export interface BenchFile {
  readonly name: string;
  readonly path: string;
}

/**
 * Something like speech: a buzz through three moving resonances, with noise and pauses. The right channel is
 * another voice, so that stereo coding has to work.
 */
function speechLike(rate: number, seconds: number, voice: number): Float32Array {
  const output = new Float32Array(rate * seconds);
  const memory = new Float64Array(6);
  let [phase, seed] = [0, 7 + voice];
  for (let i = 0; i < output.length; i++) {
    const time = i / rate;
    const syllable = Math.sin(2 * Math.PI * (3.1 + voice * 0.4) * time);
    const speaking = Math.sin(2 * Math.PI * 0.23 * time + voice) > -0.6 ? 1 : 0.002;
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    phase += ((110 + 60 * voice) * (1 + 0.1 * Math.sin(2 * Math.PI * 0.7 * time))) / rate;
    const buzz = syllable > -0.3 ? 2 * (phase % 1) - 1 : 0;
    let value = (0.6 * buzz + 0.08 * (seed / 2 ** 31 - 1)) * speaking * (0.6 + 0.4 * syllable);
    for (let formant = 0; formant < 3; formant++) {
      const centre =
        [550, 1600, 2700][formant]! * (1 + 0.25 * Math.sin(2 * Math.PI * (1.3 + formant) * time));
      const radius = Math.exp((-Math.PI * 120) / rate);
      const [a, b] = [memory[formant * 2]!, memory[formant * 2 + 1]!];
      value =
        (1 - radius) * 6 * value +
        2 * radius * Math.cos((2 * Math.PI * centre) / rate) * a -
        radius * radius * b;
      memory[formant * 2 + 1] = a;
      memory[formant * 2] = value;
    }
    output[i] = Math.tanh(value) * 0.7;
  }
  return output;
}

function wav(rate: number, channels: readonly Float32Array[]): Buffer {
  const frames = channels[0]!.length;
  const file = Buffer.alloc(44 + frames * channels.length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels.length, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * channels.length * 2, 28);
  file.writeUInt16LE(channels.length * 2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(file.length - 44, 40);
  channels.forEach((channel, c) => {
    for (const [i, value] of channel.entries()) {
      file.writeInt16LE(Math.round(value * 32_767), 44 + (i * channels.length + c) * 2);
    }
  });
  return file;
}

const encodings: readonly (readonly [name: string, file: string, ...ffmpeg: string[]])[] = [
  ['WAV PCM 24, 48 kHz stereo', 'pcm24.wav', '-c:a', 'pcm_s24le'],
  ['WAV µ-law, 8 kHz mono', 'ulaw.wav', '-ar', '8000', '-ac', '1', '-c:a', 'pcm_mulaw'],
  ['WAV GSM, 8 kHz mono', 'gsm.wav', '-ar', '8000', '-ac', '1', '-c:a', 'gsm_ms'],
  ['FLAC, 16 kHz mono', 'mono.flac', '-ar', '16000', '-ac', '1'],
  ['FLAC, 44.1 kHz stereo', 'stereo.flac', '-ar', '44100'],
  ['FLAC 24, 48 kHz stereo', 'stereo24.flac', '-sample_fmt', 's32', '-af', 'volume=0.83'],
  ['Ogg FLAC, 44.1 kHz mono', 'mono.oga', '-ar', '44100', '-ac', '1', '-c:a', 'flac'],
  ['MP3 32 kb/s, 16 kHz mono', 'mono16.mp3', '-ar', '16000', '-ac', '1', '-b:a', '32k'],
  ['MP3 64 kb/s, 44.1 kHz mono', 'mono44.mp3', '-ar', '44100', '-ac', '1', '-b:a', '64k'],
  ['MP3 128 kb/s, 44.1 kHz stereo', 'stereo.mp3', '-ar', '44100', '-b:a', '128k'],
  ['Ogg Opus 24 kb/s mono', 'mono.opus', '-ac', '1', '-b:a', '24k'],
  ['Ogg Opus 96 kb/s stereo', 'stereo.opus', '-b:a', '96k'],
  ['WebM Opus 32 kb/s mono', 'mono.webm', '-ac', '1', '-b:a', '32k', '-c:a', 'libopus', '-live', '1'],
  ['WebM Opus 64 kb/s stereo', 'stereo.webm', '-b:a', '64k', '-c:a', 'libopus', '-live', '1'],
  ['Ogg Vorbis, 16 kHz mono', 'mono16.ogg', '-ar', '16000', '-ac', '1', '-c:a', 'libvorbis'],
  ['Ogg Vorbis, 44.1 kHz mono', 'mono.ogg', '-ar', '44100', '-ac', '1', '-c:a', 'libvorbis'],
  ['Ogg Vorbis, 44.1 kHz stereo', 'stereo.ogg', '-ar', '44100', '-c:a', 'libvorbis'],
];

function ffmpeg(name: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args]);
  if (status !== 0) throw new Error(`ffmpeg cannot make ${name}: ${stderr}`);
}

/** The same audio in every format. Without ffmpeg there is nothing to encode with, and only WAV is made. */
export function makeFiles(folder: string, seconds: number): BenchFile[] {
  const source = join(folder, 'source.wav');
  writeFileSync(source, wav(48_000, [speechLike(48_000, seconds, 0), speechLike(48_000, seconds, 1)]));
  const phone = join(folder, 'phone.wav');
  writeFileSync(phone, wav(8000, [speechLike(8000, seconds, 0)]));
  const files = [
    { name: 'WAV PCM 16, 48 kHz stereo', path: source },
    { name: 'WAV PCM 16, 8 kHz mono', path: phone },
  ];
  if (!hasFfmpeg) return files;
  for (const [name, file, ...options] of encodings) {
    const path = join(folder, file);
    ffmpeg(name, ['-i', source, ...options, path]);
    files.push({ name, path });
  }
  return files;
}

/** The same format, `times` as long. From one long source, because a loop over coded audio leaves gaps between. */
export function lengthened({ name, path }: BenchFile, source: BenchFile, times: number): BenchFile {
  const long = source.path.replace('.wav', `-${times}.wav`);
  if (!existsSync(long))
    ffmpeg(name, ['-stream_loop', `${times - 1}`, '-i', source.path, '-c', 'copy', long]);
  const encoding = encodings.find(([encoded]) => encoded === name);
  if (!encoding) return { name, path: long };
  const longer = path.replace(/(\.\w+)$/, `-${times}$1`);
  ffmpeg(name, ['-i', long, ...encoding.slice(2), longer]);
  return { name, path: longer };
}
