import { LiveSession, type Report } from './live-session.ts';
import { type PartialWords, partialWords, textOf } from './partial-words.ts';
import type { SpokenClip } from './spoken-clips.ts';

/** Milliseconds of silence that end a segment: the default of the server. */
export const WAIT_END = 1000;

/** What a caller noticed of one clip; milliseconds. */
export interface LiveClip {
  readonly clip: SpokenClip;
  readonly text: string;
  /** From the end of speech to its result, beyond the silence that ends it. */
  readonly latency: number;
  /** The same to END_OF_SPEECH. */
  readonly endOfSpeech: number | undefined;
  /** From the start of speech to the event, and to the first partial result. */
  readonly startOfSpeech: number | undefined;
  readonly firstWord: number | undefined;
  readonly words: PartialWords;
}

const PARAMETERS = { 'decoder.partialResultEnabled': 'true', 'endpointer.waitEnd': String(WAIT_END) };

/** So many callers at once, each saying its share of the clips, one after the other. */
export async function measureLive(
  url: string,
  clips: readonly SpokenClip[],
  sessions: number,
  clipsEach: number,
): Promise<LiveClip[]> {
  const done: LiveClip[] = [];
  const caller = async (_: unknown, number: number) => {
    const session = await LiveSession.open(url);
    // Callers do not begin at the same moment.
    await new Promise((resolve) => setTimeout(resolve, (4000 * number) / sessions));
    for (let n = 0; n < clipsEach; n++) {
      const clip = clips[(number * clipsEach + n) % clips.length]!;
      done.push(noticed(clip, await session.recognize(clip.pcm, PARAMETERS)));
    }
    session.close();
  };
  await Promise.all(Array.from({ length: sessions }, caller));
  return done;
}

function noticed(clip: SpokenClip, reports: readonly Report[]): LiveClip {
  const results = reports.filter(({ message }) => message === 'RECOGNITION_RESULT');
  const final = results.at(-1)!;
  const partials = results.slice(0, -1);
  const from = 1000 * clip.speechStart;
  const started = reports.find(({ message }) => message === 'START_OF_SPEECH')?.at;
  const ended = reports.find(({ message }) => message === 'END_OF_SPEECH')?.at;
  const beyond = (at: number) => at - 1000 * clip.speechEnd - WAIT_END;
  const text = textOf(final);
  const shown = partials.map((each) => ({
    text: textOf(each),
    stable: Number(each.headers['Stable-Length'] ?? 0),
  }));
  return {
    clip,
    text,
    latency: beyond(final.at),
    endOfSpeech: ended === undefined ? undefined : beyond(ended),
    startOfSpeech: started === undefined ? undefined : started - from,
    firstWord: partials[0] && partials[0].at - from,
    words: partialWords(shown, text),
  };
}
