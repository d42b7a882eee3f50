import type { DecodeAs } from '@locutor/contract';
import { audioFormat } from '../operations/recognize/audio-format.ts';

/**
 * How to decode the audio of a SEND_AUDIO. Clients of this protocol send headerless PCM as audio/wav and as
 * application/octet-stream too: audio without a header that is not described is PCM at the configured rate.
 */
export function sentAudio(contentType: string | undefined, rawRate: number): DecodeAs {
  const format = audioFormat(contentType, 'current', rawRate);
  return format.raw ? format : { raw: { encoding: 'pcm', rate: rawRate }, preferHeader: true };
}
