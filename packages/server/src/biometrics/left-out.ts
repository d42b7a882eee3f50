import type { SpeechLimit } from '@locutor/contract';
import { counted } from '../common/counted.ts';
import { milliseconds } from '../common/milliseconds.ts';
import { type Configuration, MOST_UTTERANCES } from './configuration.ts';
import type { EmbeddedAudios } from './embed-audios.ts';
import { REJECTED_CAUSES } from './utterance-answer.ts';

/** What was not used and why, so that a person sees whether to speak longer, to speak better or to raise a limit. */
export function leftOut(embedded: EmbeddedAudios, limits: Configuration): string {
  const causes = new Map<string, number>();
  for (const { rejected } of embedded.utterances) {
    const cause = rejected && REJECTED_CAUSES[rejected];
    if (cause) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
  const counts = [...causes].map(([cause, count]) => `${count} ${cause}`);
  const rejected = counts.length === 0 ? '' : ` (rejected: ${counts.join(', ')})`;
  return rejected + trimmedBy('utterances', embedded, limits) + trimmedBy('speech', embedded, limits);
}

/** Names the upper limit that left speech out, and what to change. */
function trimmedBy(limit: SpeechLimit, { utterances }: EmbeddedAudios, limits: Configuration): string {
  const some = utterances.filter((each) => each.trimmedBy === limit);
  if (some.length === 0) return '';
  const speech = some.reduce((sum, each) => sum + milliseconds(each.speech), 0);
  const what = `leaves out ${counted(some.length, 'utterance')} with ${speech} ms of speech`;
  if (limit === 'speech') return `; max_speech is ${limits.maxSpeech}, which ${what}: raise max_speech`;
  const { maxUtterances, endSilence } = limits;
  const remedy =
    maxUtterances < MOST_UTTERANCES
      ? 'raise max_utterances'
      : `raise end_silence, which is ${endSilence}, for fewer and longer utterances`;
  return `; max_utterances is ${maxUtterances}, which ${what}: ${remedy}`;
}
