import { setTimeout as sleep } from 'node:timers/promises';
import { defaultEndpointer, type RecognizeRequest } from '@locutor/contract';
import { type LivePartial, LiveRecognizer } from '@locutor/engine';
import type { InProcessPool } from './in-process-pool.ts';

/** Seconds of audio in one step, a little more than it takes to make another partial result worth it. */
const STEP = 0.32;
const RATE = 16_000;
/** How often it is looked whether all is done, in milliseconds. */
const LOOK = 3;

/** What a session reported, as texts. */
export interface SteppedSession {
  readonly partials: readonly LivePartial[];
  /** Partial results of each segment that was recognised, and its text. */
  readonly segments: readonly { readonly partials: readonly LivePartial[]; readonly text: string }[];
}

/**
 * Live speech that gets the next step of its audio when it is done with what it has: what is recognised, and of how much audio,
 * does not depend on the speed of the machine. Results are prepared while silence lasts, as they are on an idle machine.
 */
export async function steppedSession(
  pool: InProcessPool,
  samples: Float32Array,
  asked: Pick<RecognizeRequest, 'model' | 'language'>,
  partials = true,
): Promise<SteppedSession> {
  const segments: { partials: LivePartial[]; text: string }[] = [];
  let open: LivePartial[] = [];
  let over = false;
  let failure: unknown;
  const pass = { ...asked, endpointer: defaultEndpointer, continuous: true } as const;
  const live = new LiveRecognizer(pool).open(
    {
      passes: [{ ...pass, sentences: 1, words: 'first', written: false }],
      partials,
      maxSeconds: 600,
      maxBytes: 1e6,
    },
    {
      onPartial: (partial) => open.push(partial),
      onSegment([segment], last) {
        const text = segment?.alternatives[0]?.text ?? '';
        if (text !== '' || open.length > 0) segments.push({ partials: open, text });
        open = [];
        over ||= last;
      },
      onFailure(error) {
        failure = error;
        over = true;
      },
    },
    'bench',
  );
  const pcm = Int16Array.from(samples, (sample) => Math.round(sample * 32_768));
  const size = STEP * RATE;
  for (let at = 0; at < pcm.length && !over; at += size) {
    const part = pcm.subarray(at, at + size);
    live.write(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), {
      raw: { encoding: 'pcm', rate: RATE },
    });
    const heard = Math.min(at + size, pcm.length) / RATE - STEP / 2;
    const isQuiet = () => over || (pool.jobs === 0 && live.length.seconds >= heard);
    // Twice: between two jobs there is a moment without any.
    for (let quiet = 0; quiet < 2; quiet = isQuiet() ? quiet + 1 : 0) await sleep(LOOK);
  }
  live.end();
  while (!over) await sleep(LOOK);
  if (failure) throw failure;
  return { partials: segments.flatMap((each) => each.partials), segments };
}
