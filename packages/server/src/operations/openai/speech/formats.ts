import type { EncodedFormat } from '@locutor/audio';

/** As the original service has them: 24 kHz, mono; pcm has 16 bits, low byte first, and no header. */
const speech = { sampleRate: 24_000, channels: 1, bitsPerSample: 16 } as const;

export const speechFormats = {
  mp3: { codec: 'mp3', ...speech, kbps: 64 },
  opus: { codec: 'opus', ...speech, kbps: 32 },
  flac: { codec: 'flac', ...speech },
  wav: { codec: 'wav', ...speech },
  pcm: { codec: 'pcm', ...speech },
} as const satisfies Record<string, EncodedFormat>;

export type SpeechFormat = keyof typeof speechFormats;

export const SPEECH_FORMATS = Object.keys(speechFormats) as SpeechFormat[];
