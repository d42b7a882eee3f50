import type { EncodedFormat } from '@locutor/audio';
import { Type } from 'typebox';
import type { Config } from '../../config/index.ts';
import { integer, oneOf } from '../../fields/index.ts';
import { accountTag, readFields } from '../../operations/synthesize/fields.ts';
import { type Voice, voiceNamed, voiceSpeaking } from '../../operations/synthesize/voices.ts';

export const FORMATS = ['mp3', 'wav', 'l16'] as const;

/** What the addresses of speech may say; jambonz adds voice, language and sampleRate to that of streamed speech. */
export const speechQuery = {
  voice: Type.String({ description: 'Name of a voice; see the list of voices' }),
  language: Type.String({ description: 'Chooses a voice where none is named, such as pt-BR' }),
  sampleRate: integer(8000, 48_000, { description: 'Samples per second; no more than 24000 are made' }),
  accountTag,
};

export const postedQuery = {
  ...speechQuery,
  format: oneOf(FORMATS, { default: 'mp3', description: 'l16 is PCM of 16 bits, low byte first' }),
};

/** What the model makes. */
const HIGHEST = 24_000;
const MP3_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000];

export interface SpeechWish {
  readonly voice: Voice;
  readonly format: EncodedFormat;
  /** Where it is not that of the format. */
  readonly mediaType?: string;
  readonly accountTag: string;
}

/** How to speak, by the query of an address and, before it, what a request says itself. */
export function readWish(
  query: Readonly<Record<string, unknown>>,
  said: { readonly voice?: string; readonly language?: string },
  config: Pick<Config, 'synthesisVoice' | 'language'>,
  fallback: (typeof FORMATS)[number],
): SpeechWish {
  const sent = readFields(postedQuery, query);
  const [name, language] = [said.voice ?? sent.voice, said.language ?? sent.language];
  const voice = name === undefined ? voiceSpeaking(language ?? config.language, config) : voiceNamed(name);
  const format = sent.format ?? fallback;
  const rate = Math.min(HIGHEST, sent.sampleRate ?? HIGHEST);
  return { voice, ...encodingOf(format, rate), accountTag: (sent.accountTag ?? '') as string };
}

function encodingOf(
  format: (typeof FORMATS)[number],
  rate: number,
): Pick<SpeechWish, 'format' | 'mediaType'> {
  const mono = { sampleRate: rate, channels: 1, bitsPerSample: 16 } as const;
  if (format === 'wav') return { format: { codec: 'wav', ...mono } };
  // jambonz reads the rate from the type, and samples with the low byte first, whatever RFC 2586 says of L16.
  if (format === 'l16') return { format: { codec: 'pcm', ...mono }, mediaType: `audio/l16;rate=${rate}` };
  const sampleRate = MP3_RATES.findLast((each) => each <= rate)!;
  return { format: { codec: 'mp3', ...mono, sampleRate, kbps: sampleRate < 16_000 ? 32 : 64 } };
}
