import type { AudioInput } from '@locutor/contract';
import { counted } from '../common/counted.ts';
import { ServiceError } from '../errors/index.ts';
import { oneOf } from '../fields/index.ts';

type Decode = NonNullable<Extract<AudioInput, { bytes: Uint8Array }>['decode']>;

/** How the engine is to decode the audio parts: by their headers, or as linear PCM that must not have one. */
const DECODE = {
  auto: {},
  'pcm/8000/16/mono': { raw: { encoding: 'pcm', rate: 8000 }, refuseHeader: true },
  'pcm/16000/16/mono': { raw: { encoding: 'pcm', rate: 16_000 }, refuseHeader: true },
} as const satisfies Record<string, Decode>;

export type VoiceMediaType = keyof typeof DECODE;

export const mediaTypes = Object.keys(DECODE) as VoiceMediaType[];
export const mediaTypeField = oneOf(mediaTypes, {
  default: 'auto',
  description:
    'auto: the format is detected from the header of each audio; otherwise linear PCM without a header',
});

/** One audio of a request, numbered from 0 as the answer numbers them. */
export function audioInput(bytes: Uint8Array, type: VoiceMediaType, index: number): AudioInput {
  if (bytes.length === 0) throw new ServiceError('ERR_EMPTY_BODY', `audio ${index} is empty`);
  if (type !== 'auto' && bytes.length % 2 === 1) {
    throw new ServiceError(
      'ERR_AUDIO_INVALID',
      `audio ${index} has ${counted(bytes.length, 'byte')}; ${type} has two in every sample`,
    );
  }
  return { bytes, decode: DECODE[type] };
}
