import type { RecognizedSegment, RecognizeRequest } from '@locutor/contract';
import type { AudioLength } from './audio-length.ts';
import { Recognition } from './recognition.ts';
import type { RecognitionPool } from './recognition-pool.ts';

export interface RecognizeOptions {
  readonly signal?: AbortSignal;
  /** Whose turn it uses. */
  readonly client?: string;
  readonly onAudio?: (length: AudioLength) => void;
  readonly onSegment?: (segment: RecognizedSegment) => void;
}

/**
 * Recognises audio on the processes of a pool: one finds the segments, several recognise them.
 *
 * @example
 * const recognizer = new Recognizer(pool);
 * const segments = await recognizer.recognize(request, { signal });
 * console.log(segments.map(({ alternatives }) => alternatives[0]?.text).join('\n'));
 */
export class Recognizer {
  readonly #pool: RecognitionPool;

  constructor(pool: RecognitionPool) {
    this.#pool = pool;
  }

  /**
   * What is said, in order. Rejects where nothing could be begun (QueueFullError, EngineUnavailableError, ...), where
   * the audio is no audio (JobError) and when the signal is aborted (JobCanceledError); whatever else goes wrong is
   * the status of a segment. `onAudio` gets the length of the audio before the segments are returned. `onSegment` gets
   * segments in their order as soon as they are final, while others are still being recognised; those that are final
   * only at the end, such as the last one, are in what is returned and not given before.
   */
  async recognize(request: RecognizeRequest, options: RecognizeOptions = {}): Promise<RecognizedSegment[]> {
    const recognition = new Recognition(this.#pool, request, options);
    const segments = await recognition.run();
    options.onAudio?.(recognition.audio);
    return segments;
  }
}
