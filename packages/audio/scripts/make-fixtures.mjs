// Makes the files under test/fixtures: short synthesised speech in every format, and what ffmpeg decodes it to.
// Needs ffmpeg, sox and espeak-ng (apt-get install ffmpeg sox espeak-ng). Run: node scripts/make-fixtures.mjs
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const out = new URL('../test/fixtures/', import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), 'fixtures-'));
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const run = (command, args) => execFileSync(command, args, { maxBuffer: 1 << 30 });
const ffmpeg = (...args) => run('ffmpeg', ['-v', 'error', '-y', '-bitexact', ...args]);

const speak = (voice, text, file) =>
  run('espeak-ng', ['-v', voice, '-s', '190', '-w', join(work, file), text]);
speak('en+f3', 'Seven green bottles', 'left.wav');
speak('en+m2', 'Open the other door', 'right.wav');

// Two different voices as two channels, so that a swapped or lost channel shows.
const join2 = '[0:a][1:a]join=inputs=2:channel_layout=stereo,volume=0.8';
const speech = (name, rate, channels, seconds) => {
  const file = join(work, `${name}.wav`);
  const inputs = ['-ss', '0.05', '-i', join(work, 'left.wav'), '-ss', '0.05', '-i', join(work, 'right.wav')];
  const graph = channels === 1 ? '[0:a]volume=0.8' : channels === 2 ? join2 : surround(channels);
  ffmpeg(
    ...inputs,
    '-filter_complex',
    graph,
    '-ar',
    `${rate}`,
    '-t',
    `${seconds}`,
    '-c:a',
    'pcm_f32le',
    file,
  );
  return file;
};
const surround = (channels) => {
  const copies = Array.from({ length: channels }, (_, i) => `${(0.9 - i / 10).toFixed(1)}*c${i % 2}`);
  return `${join2}[s];[s]pan=5.1|${copies.map((copy, i) => `c${i}=${copy}`).join('|')}`;
};

const m8 = speech('m8', 8000, 1, 0.5);
const m16 = speech('m16', 16000, 1, 0.3);
const s16 = speech('s16', 16000, 2, 0.25);
const s44 = speech('s44', 44100, 2, 0.3);
const s48 = speech('s48', 48000, 2, 0.3);
const m48 = speech('m48', 48000, 1, 0.35);
const c48 = speech('c48', 48000, 6, 0.12);

const references = {};

/** The mean of the channels, in the arithmetic of the package, of what ffmpeg makes of a file. */
function mixedByFfmpeg(file, input, decoder = []) {
  const { streams } = JSON.parse(
    run('ffprobe', ['-v', 'error', ...input, '-show_streams', '-of', 'json', file]),
  );
  const { channels, sample_rate } = streams.find((stream) => stream.codec_type === 'audio');
  const bytes = run('ffmpeg', ['-v', 'error', ...input, ...decoder, '-i', file, '-f', 'f32le', '-']);
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const mixed = Float32Array.from({ length: samples.length / channels }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += samples[frame * channels + channel];
    return Math.min(1, Math.max(-1, sum / channels));
  });
  return { mixed, rate: Number(sample_rate), channels };
}

/** Codecs that must match to the bit are kept as a hash of all samples. */
function exact(name, make, { input = [], raw } = {}) {
  make(join(out, name));
  const { mixed, rate, channels } = mixedByFfmpeg(join(out, name), input);
  const sha256 = createHash('sha256').update(new Uint8Array(mixed.buffer)).digest('hex');
  references[name] = { kind: 'exact', rate, channels, samples: mixed.length, sha256, ...(raw && { raw }) };
}

/** Codecs that must only come close are kept as 16-bit FLAC, which the package's own tests prove exact first. */
function close(name, decibels, make, decoder) {
  make(join(out, name));
  const { mixed, rate, channels } = mixedByFfmpeg(join(out, name), [], decoder);
  const reference = `${name}.ref.flac`;
  writeFileSync(join(work, 'mixed.f32'), new Uint8Array(mixed.buffer));
  const pcm = ['-f', 'f32le', '-ar', `${rate}`, '-ac', '1', '-i', join(work, 'mixed.f32')];
  ffmpeg(...pcm, '-c:a', 'flac', '-compression_level', '12', '-sample_fmt', 's16', join(out, reference));
  references[name] = { kind: 'close', rate, channels, samples: mixed.length, decibels, reference };
}

const from =
  (source, ...args) =>
  (file) =>
    ffmpeg('-i', source, ...args, file);

for (const codec of [
  'pcm_u8',
  'pcm_s16le',
  'pcm_s24le',
  'pcm_s32le',
  'pcm_f32le',
  'pcm_f64le',
  'pcm_alaw',
  'pcm_mulaw',
]) {
  exact(`wav-${codec}.wav`, from(s16, '-t', '0.05', '-c:a', codec));
}
exact(
  'wav-rf64.wav',
  from(m16, '-t', '0.1', '-c:a', 'pcm_s16le', '-rf64', 'always', '-metadata', 'title=behind the data'),
);
exact('wav-surround.wav', from(c48, '-t', '0.02', '-c:a', 'pcm_s24le'));
exact('wav-gsm.wav', from(m8, '-c:a', 'gsm_ms'));
exact('raw.gsm', (file) => run('sox', [m8, '-t', 'gsm', file]), {
  input: ['-f', 'gsm'],
  raw: { encoding: 'gsm', rate: 8000 },
});
for (const [encoding, format] of [
  ['alaw', 'alaw'],
  ['ulaw', 'mulaw'],
  ['pcm', 's16le'],
]) {
  const input = ['-f', format, '-ar', '8000', '-ac', '1'];
  exact(`raw.${encoding}`, from(m8, '-t', '0.3', '-f', format), { input, raw: { encoding, rate: 8000 } });
}
exact('mono.flac', from(m16, '-c:a', 'flac', '-sample_fmt', 's16'));
exact(
  'stereo.flac',
  from(s44, '-t', '0.12', '-c:a', 'flac', '-sample_fmt', 's16', '-compression_level', '8'),
);
exact(
  'stereo24.flac',
  from(s44, '-t', '0.1', '-c:a', 'flac', '-sample_fmt', 's32', '-bits_per_raw_sample', '24'),
);
exact('surround.flac', from(c48, '-t', '0.05', '-c:a', 'flac', '-sample_fmt', 's16'));
exact('stereo.oga', from(s44, '-t', '0.12', '-c:a', 'flac', '-sample_fmt', 's16', '-f', 'ogg'));

// ffmpeg's own Opus decoder shifts the speech layer by a part of a sample; libopus is the reference.
const referenceOpus = ['-c:a', 'libopus'];
close('mono.mp3', 60, from(m16, '-b:a', '32k', '-id3v2_version', '3', '-metadata', 'title=seven'));
close('stereo-vbr.mp3', 60, from(s44, '-q:a', '4'));
close('mono.opus', 40, from(m48, '-b:a', '20k', '-application', 'voip'), referenceOpus);
close('stereo.opus', 40, from(s48, '-b:a', '96k'), referenceOpus);
close('surround.opus', 40, from(c48, '-b:a', '192k', '-mapping_family', '1'), referenceOpus);
close('stereo.ogg', 40, from(s44, '-c:a', 'libvorbis', '-q:a', '2'));
close('mono.ogg', 40, from(m16, '-c:a', 'libvorbis', '-q:a', '1'));
close('stereo.webm', 40, from(s48, '-b:a', '48k', '-c:a', 'libopus'), referenceOpus);
close('live.webm', 40, from(m48, '-b:a', '24k', '-c:a', 'libopus', '-live', '1'), referenceOpus);

writeFileSync(join(out, 'references.json'), `${JSON.stringify(references, null, 2)}\n`);
rmSync(work, { recursive: true });
const total = readdirSync(out).reduce((sum, name) => sum + statSync(join(out, name)).size, 0);
console.log(`${readdirSync(out).length} files, ${Math.round(total / 1024)} KB`);
