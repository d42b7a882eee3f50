import { joinSamples } from '@locutor/audio';
import {
  type GrammarInput,
  type JobRunner,
  MOST_SOUND_SECONDS,
  type RecognitionJobs,
  type RecognizeSegmentInput,
  type RunOptions,
  SAMPLE_RATE,
  type SegmentRequest,
  type UtteranceSound,
} from '@locutor/contract';
import { isAlike, toleratedShare } from './tolerance.ts';

/**
 * The least score of the text. Of 420 strings of 4, 6 and 8 digits, as recorded and over G.711, 416 pass it, and of 1,260
 * that differ in one digit none: `npm run bench -- challenge`.
 */
export const LEAST_TEXT_SCORE = 0.5;

/** A text that must be spoken, as grammars. */
export interface TextQuestion extends Pick<SegmentRequest, 'model' | 'language'> {
  /** Accepts the ways to say the text, and nothing else. */
  readonly text: GrammarInput;
  /** Accepts the texts it is likely to be confused with, such as all strings of digits. It may accept the text too. */
  readonly rivals?: GrammarInput;
  /** What free speech must resemble, in at least half of its words. */
  readonly resembles?: string;
  /** The text itself, where a few of its words may be recognised as others; without it, none may. */
  readonly sentence?: string;
}

export interface TextAnswer {
  /** Whether the utterances say the text, all of it and nothing else. */
  readonly said: boolean;
  /** The chance that they do, or the share of the words that was recognised; 0 where something else was said. */
  readonly score: number;
}

const NOT_SAID: TextAnswer = { said: false, score: 0 };

/**
 * Checks on the processes of a pool whether utterances say a given text. Recognition is bound by a grammar of the text,
 * in competition with free speech and with the rivals: the text must be the best explanation of the audio.
 */
export class TextCheck {
  readonly #pool: JobRunner<RecognitionJobs>;

  constructor(pool: JobRunner<RecognitionJobs>) {
    this.#pool = pool;
  }

  /** Together, in their order. An utterance without sound is too long to say any text that is asked for. */
  async check(
    utterances: readonly (UtteranceSound | undefined)[],
    question: TextQuestion,
    options: Pick<RunOptions<never>, 'signal'> = {},
  ): Promise<TextAnswer> {
    const input = textCheckInput(utterances, question);
    if (!input) return NOT_SAID;
    // The audio was processed by a job before this one.
    const output = await this.#pool.run('recognize-segment', input, { ...options, continues: 'ahead' });
    const [best] = output.bound;
    // The text is the first grammar: where a rival has the same sentence, both are as probable.
    const { sentence, resembles } = question;
    const free = output.alternatives[0]?.text ?? '';
    const bound = best?.grammar === 0 && best.score >= LEAST_TEXT_SCORE;
    if (bound && (!resembles || isAlike(resembles, free))) return { said: true, score: best.score };
    const share = sentence ? toleratedShare(sentence, free) : 0;
    return share > 0 ? { said: true, score: share } : NOT_SAID;
  }
}

export function textCheckInput(
  utterances: readonly (UtteranceSound | undefined)[],
  { text, rivals, model, language }: TextQuestion,
): RecognizeSegmentInput | undefined {
  const parts: Float32Array[] = [];
  const speech: RecognizeSegmentInput['speech'][number][] = [];
  let at = 0;
  for (const sound of utterances) {
    if (!sound) return undefined;
    speech.push({ start: at + sound.start, end: at + sound.end });
    parts.push(sound.samples);
    at += sound.samples.length / SAMPLE_RATE;
  }
  if (parts.length === 0 || at > MOST_SOUND_SECONDS) return undefined;
  const grammars = rivals ? [text, rivals] : [text];
  return {
    samples: joinSamples(parts),
    speech,
    model,
    language,
    sentences: 1,
    words: 'none',
    written: false,
    grammars,
  };
}
