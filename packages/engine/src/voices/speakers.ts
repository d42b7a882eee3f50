import type { AudioInput, EmbeddedAudio, RunOptions, SpeechAllowance } from '@locutor/contract';
import type { SpeakersPool } from './speakers-pool.ts';

export type ListenOptions = Pick<RunOptions<never>, 'signal' | 'continues' | 'deadlineMs' | 'client'> & {
  readonly halves?: boolean;
  readonly telephoneCopy?: boolean;
  readonly endSilence?: number;
  readonly sound?: boolean;
  readonly spoofing?: boolean;
};

/**
 * Finds and embeds utterances, on the processes of a pool.
 *
 * @example
 * const speakers = new Speakers(pool);
 * const { utterances } = await speakers.listen({ bytes }, { speechSeconds: 120, utterances: 1 }, { signal });
 * const probe = scorer.probe(utterances);
 */
export class Speakers {
  readonly #pool: SpeakersPool;

  constructor(pool: SpeakersPool) {
    this.#pool = pool;
  }

  /**
   * The utterances of an audio, in order. Rejects where the audio is no audio (JobError), when the signal is aborted
   * (JobCanceledError), and with the pool's other errors. `continues` is for the second and later audio of one request,
   * `halves` and `telephoneCopy` for an enrolment, whose only utterance is compared with itself. `endSilence` are the seconds of silence that
   * end an utterance. `sound` returns the audio of utterances, `spoofing` the score of the spoofing detector.
   */
  listen(
    audio: AudioInput,
    allowance: SpeechAllowance,
    { halves = false, telephoneCopy, endSilence, sound, spoofing, ...options }: ListenOptions = {},
  ): Promise<EmbeddedAudio> {
    const input = {
      audio,
      allowance,
      halves,
      ...(telephoneCopy && { telephoneCopy }),
      ...(endSilence !== undefined && { endSilence }),
      ...(sound && { sound }),
      ...(spoofing && { spoofing }),
    };
    return this.#pool.run('embed-speaker', input, options);
  }
}
