import type { RecognizedSegment, RecognizeRequest } from '../../contract/recognition.ts';
import type { AudioLength } from './audio-length.ts';
import { Recognition } from './recognition.ts';
import type { RecognitionPool } from './recognition-pool.ts';

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
   * the status of a segment. `onAudio` gets the length of the audio before the segments are returned.
   */
  async recognize(
    request: RecognizeRequest,
    options: { readonly signal?: AbortSignal; readonly onAudio?: (length: AudioLength) => void } = {},
  ): Promise<RecognizedSegment[]> {
    const recognition = new Recognition(this.#pool, request, options.signal);
    const segments = await recognition.run();
    options.onAudio?.(recognition.audio);
    return segments;
  }
}
