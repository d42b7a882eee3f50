import type { AudioInput, EmbeddedUtterance, SpeechLimit } from '@locutor/contract';
import { milliseconds } from '../common/milliseconds.ts';
import type { Configuration } from './configuration.ts';
import { engineFailure } from './engine-failure.ts';
import { neededSpeech } from './needed-speech.ts';
import type { SpeakerListener } from './voices.ts';

/** The utterances of all audios of a request, with their embeddings. */
export interface EmbeddedAudios {
  /** Of every audio, in order. */
  readonly utterances: readonly NumberedUtterance[];
  /** Those that were not rejected. */
  readonly accepted: readonly NumberedUtterance[];
  readonly audioMs: number;
  /** Of the accepted utterances, as the answer shows them. */
  readonly speechMs: number;
  readonly exceeded: SpeechLimit | undefined;
}

export interface NumberedUtterance extends EmbeddedUtterance {
  /** Position of its audio, from 0. */
  readonly audio: number;
}

/**
 * Computes the embeddings of one audio after the other, each with what the ones before left of the allowance. The next is asked for only
 * when the engine is done with the last, so that one audio of a request is in memory at a time.
 */
export async function embedAudios(
  audios: AsyncIterable<AudioInput>,
  limits: Configuration,
  speakers: SpeakerListener,
  options: {
    readonly signal?: AbortSignal;
    readonly client?: string;
    readonly halves?: boolean;
    readonly telephoneCopy?: boolean;
    readonly sound?: boolean;
    readonly spoofing?: boolean;
  },
): Promise<EmbeddedAudios> {
  const utterances: NumberedUtterance[] = [];
  const accepted: NumberedUtterance[] = [];
  let seconds = 0;
  let speechMs = 0;
  let exceeded: EmbeddedAudios['exceeded'];
  let audio = 0;
  const endSilence = limits.endSilence / 1000;
  for await (const input of audios) {
    const allowance = {
      speechSeconds: Math.max(0, limits.maxSpeech - speechMs) / 1000,
      utterances: limits.maxUtterances - accepted.length,
      neededSeconds: Math.max(0, neededSpeech(limits) - speechMs) / 1000,
    };
    const embedded = await speakers
      .listen(input, allowance, { ...options, endSilence, ...(audio > 0 && { continues: 'ahead' }) })
      .catch((error: unknown) => {
        throw engineFailure(error, audio);
      });
    const numbered = embedded.utterances.map((utterance) => ({ ...utterance, audio }));
    utterances.push(...numbered);
    accepted.push(...numbered.filter(({ rejected }) => rejected === undefined));
    speechMs = accepted.reduce((sum, { speech }) => sum + milliseconds(speech), 0);
    seconds += embedded.seconds;
    exceeded ??= embedded.exceeded;
    if (exceeded && limits.beyond === 'abort') break;
    audio++;
  }
  return { utterances, accepted, audioMs: milliseconds(seconds), speechMs, exceeded };
}
