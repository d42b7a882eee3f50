import type { LivePool } from './live-pool.ts';
import { LiveRecognition } from './live-recognition.ts';
import type { LiveRequest, LiveWatch } from './live-request.ts';
import { PartialTurns } from './partial-turns.ts';

/**
 * Recognises audio while it is spoken, on the processes of a pool.
 *
 * @example
 * const live = new LiveRecognizer(pool).open(request, { onSegment: (place) => console.log(place) }, 'token:1');
 * for await (const bytes of microphone) live.write(bytes, { raw: { encoding: 'pcm', rate: 16_000 } });
 * live.end();
 */
export class LiveRecognizer {
  readonly #pool: LivePool;
  readonly #turns: PartialTurns;

  constructor(pool: LivePool) {
    this.#pool = pool;
    this.#turns = new PartialTurns(pool);
  }

  open(request: LiveRequest, watch: LiveWatch, client: string): LiveRecognition {
    return new LiveRecognition({ pool: this.#pool, turns: this.#turns }, request, watch, client);
  }
}
