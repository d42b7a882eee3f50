import type { AudioEncoder } from './audio-encoder.ts';
import type { EncodedFormat } from './format.ts';
import { OnceEncoder } from './once-encoder.ts';

type OpenEncoder = (format: EncodedFormat) => AudioEncoder | Promise<AudioEncoder>;

/** Imported when they are first used: a process that only decodes holds none of the libraries. */
const open: Readonly<Record<EncodedFormat['codec'], () => Promise<OpenEncoder>>> = {
  pcm: async () => (await import('./linear.ts')).openPcm,
  wav: async () => (await import('./linear.ts')).openWav,
  alaw: async () => (await import('./linear.ts')).openAlaw,
  flac: async () => (await import('./flac.ts')).openFlac,
  mp3: async () => (await import('./mp3.ts')).openMp3,
  opus: async () => (await import('./opus.ts')).openOpus,
  mp2: async () => (await import('./mp2/mp2.ts')).openMp2,
};

/**
 * An encoder for one stream. The bytes do not depend on how the samples are divided between calls of `write`.
 *
 * ```ts
 * const encoder = await createEncoder({ codec: 'mp3', sampleRate: 24_000, channels: 1, bitsPerSample: 16, kbps: 64 });
 * for await (const samples of phrases) send(encoder.write(samples));
 * send(encoder.end());
 * ```
 */
export async function createEncoder(format: EncodedFormat): Promise<AudioEncoder> {
  const opened = await open[format.codec]();
  return new OnceEncoder(await opened(format));
}
