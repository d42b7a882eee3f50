import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeAudio, type EncodedFormat } from '@locutor/audio';
import { wav } from '../../packages/audio/test/build.ts';
import { decodeMp2 } from '../../packages/audio/test/mp2-decoder.ts';

/** What a program other than the encoder finds in encoded audio. */
export interface FoundInAudio {
  readonly codec: string;
  readonly rate: number;
  readonly channels: number;
  /** One plane for each channel, or, by our own decoders, their mean. */
  readonly planes: readonly Float32Array[];
}

export const hasFfmpeg = ['ffprobe', 'ffmpeg'].every((name) => spawnSync(name, ['-version']).status === 0);

/** What ffprobe calls the codecs. */
export function codecName({ codec, bitsPerSample }: EncodedFormat): string {
  if (codec === 'alaw') return 'pcm_alaw';
  if (codec === 'pcm' || codec === 'wav') return bitsPerSample === 8 ? 'pcm_u8' : 'pcm_s16le';
  return codec;
}

/** What has to be said of audio without a header. */
function inputOptions({ codec, sampleRate, channels, bitsPerSample }: EncodedFormat): string[] {
  if (codec !== 'pcm' && codec !== 'alaw') return [];
  const name = codec === 'alaw' ? 'alaw' : bitsPerSample === 8 ? 'u8' : 's16le';
  return ['-f', name, '-ar', `${sampleRate}`, '-ac', `${channels}`];
}

/** By ffprobe, and decoded by ffmpeg at the format's rate. */
export function findWithFfmpeg(bytes: Uint8Array, format: EncodedFormat): FoundInAudio {
  const folder = mkdtempSync(join(tmpdir(), 'encoded-'));
  try {
    const file = join(folder, `audio.${format.codec}`);
    writeFileSync(file, bytes);
    const input = [...inputOptions(format), '-i', file];
    const fields = ['-show_entries', 'stream=codec_name,sample_rate,channels', '-of', 'json'];
    const { streams } = JSON.parse(
      execFileSync('ffprobe', ['-v', 'error', ...fields, ...input], { encoding: 'utf8' }),
    );
    const output = ['-f', 'f32le', '-ar', `${format.sampleRate}`, '-'];
    const decoded = execFileSync('ffmpeg', ['-v', 'error', ...input, ...output], { maxBuffer: 1 << 28 });
    const [{ codec_name: codec, sample_rate: rate, channels }] = streams;
    return { codec, rate: Number(rate), channels, planes: planesOf(decoded, channels) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function planesOf(bytes: Buffer, channels: number): Float32Array[] {
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return Array.from({ length: channels }, (_, channel) => samples.filter((_, i) => i % channels === channel));
}

/** By our own decoders, where there is no ffmpeg. */
export async function findWithOurs(bytes: Uint8Array, format: EncodedFormat): Promise<FoundInAudio> {
  const { codec, sampleRate: rate, channels, bitsPerSample: bits } = format;
  if (codec === 'mp2') {
    const decoded = decodeMp2(bytes);
    return { codec, rate: decoded.rate, channels: 1, planes: [decoded.samples] };
  }
  const tag = { pcm: 1, alaw: 6 }[codec as string];
  const file = tag === undefined ? bytes : wav(bytes, { tag, channels, rate, bits });
  const { samples, found } = await decodeAudio(file, { rate });
  // Which kind of PCM it is shows in the samples.
  const name = found.codec === 'pcm' || found.codec === 'alaw' ? codecName(format) : found.codec;
  return { codec: name, rate: found.rate, channels: found.channels, planes: [samples] };
}
