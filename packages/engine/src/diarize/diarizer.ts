import type {
  AudioInput,
  Diarization,
  DiarizeInput,
  DiarizeOutput,
  DiarizeResumePoint,
  JobRunner,
  SpeakerCount,
} from '@locutor/contract';

/** A pool whose processes can tell speakers apart. */
export type DiarizationPool = JobRunner<{
  diarize: { input: DiarizeInput; output: DiarizeOutput; partial: never };
}>;

export interface DiarizeOptions {
  readonly count: SpeakerCount;
  /** Whether the voices of the speakers are wanted, too. */
  readonly voices?: boolean;
  readonly signal?: AbortSignal;
  /** Whose turn it uses. */
  readonly client?: string;
}

/**
 * Finds out who speaks when, on the processes of a pool.
 *
 * @example
 * const diarizer = new Diarizer(pool);
 * const { turns } = await diarizer.diarize({ bytes }, { count: { least: 1, most: 20 }, signal });
 */
export class Diarizer {
  readonly #pool: DiarizationPool;

  constructor(pool: DiarizationPool) {
    this.#pool = pool;
  }

  /** Rejects where the audio is no audio (JobError), when the signal is aborted, and with the pool's other errors. */
  async diarize(
    audio: AudioInput,
    { count, voices = false, signal, client }: DiarizeOptions,
  ): Promise<Diarization> {
    let resume: DiarizeResumePoint | undefined;
    for (;;) {
      const input = { audio, count, voices, ...(resume && { resume }) };
      // Long audio is worked off in stretches, so that other requests get their turn between them.
      const output = await this.#pool.run('diarize', input, {
        ...(signal && { signal }),
        ...(client !== undefined && { client }),
        ...(resume && { continues: 'in-turn' as const }),
      });
      if (!output.paused) return { turns: output.turns, voices: output.voices };
      resume = output.resume;
    }
  }
}
