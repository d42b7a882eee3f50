import type { NumberedUtterance } from '../embed-audios.ts';
import { engineFailure } from '../engine-failure.ts';
import type { Challenge } from './challenges.ts';

/** Whether the utterances that are used say the expected text, together and in their order. */
export async function checkText(
  challenge: Challenge,
  accepted: readonly NumberedUtterance[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const sounds = accepted.map(({ sound }) => sound);
  try {
    return (await challenge.check(sounds, signal)).said;
  } catch (error) {
    throw engineFailure(error, accepted.at(-1)!.audio);
  }
}
