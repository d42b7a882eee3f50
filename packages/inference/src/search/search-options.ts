import { type RecognizeSegmentInput, SAMPLE_RATE } from '@locutor/contract';
import type { SpeechModel } from '../speech/speech-model.ts';
import type { Vocabulary } from '../speech/vocabulary.ts';
import type { SearchOptions } from './beam-search.ts';
import { HintGuide } from './hints/hint-guide.ts';
import { tokenText } from './token-trie.ts';

/** Nobody speaks more tokens in a second; what does is a decoder going in circles. */
const TOKENS_PER_SECOND = 6.5;
const TOKENS_BESIDES = 4;

/**
 * Where one text is wanted, so many that one of them can be chosen by the words that they share (`fewestErrors`). Of
 * 2,909 words that 295 people recorded at home, 9.8 % are wrong with three beams within e² and the most probable text;
 * 9.7, 9.5, 9.4 and 9.3 with four within e⁴, four within e⁵, five within e⁶ and these; six within e⁸ are no better and
 * take 15 % longer.
 */
const CHOICE = { beams: 6, prune: 5, hypotheses: 5 };
/**
 * For Whisper, whose steps take twice as long, beside grammars, where the text is only what sentences are compared
 * with, and where somebody still speaks.
 */
const ONE_TEXT = { beams: 3, prune: 2, hypotheses: 1 };
/*
 * A text that is not sure is not sought a second time. Decoding the clips with a mean log probability below −0.4 again,
 * set in more silence, and taking the surer text, made 30.2 % word errors of 30.8 on hard speech, for one clip in four.
 * With Moonshine tiny as a judge of four texts, too, the 2,909 words were no better: 9.1 % instead of 9.2 with six
 * beams within e⁸.
 */

/** Alternatives are found among many that are less probable. */
const ALTERNATIVES = { beams: 6, prune: 8 };
/** Four texts of each model are judged by both. */
const JUDGED = { beams: 4, prune: 5, hypotheses: 4 };

type Asked = Pick<RecognizeSegmentInput, 'sentences' | 'secondOpinion' | 'grammars' | 'quick'>;

export function searchOptions(
  model: SpeechModel,
  language: string,
  input: Pick<RecognizeSegmentInput, 'samples' | 'hints'> & Asked,
): SearchOptions {
  const prompt = model.prompt(language);
  const beams = beamsFor(model, input);
  const seconds = input.samples.length / SAMPLE_RATE;
  const most = Math.ceil(seconds * TOKENS_PER_SECOND) + TOKENS_BESIDES;
  return {
    prompt,
    ...beams,
    // Whether anything was said is decided by `isNoSpeech`: of short words cut tightly, 18 % would come out empty.
    minTokens: 1,
    maxTokens: Math.min(most, model.shape.maxTokens - prompt.length - 1),
    ...(beams.hypotheses > 1 && { textOf: spokenText(model.vocabulary) }),
    ...(input.hints && { guide: new HintGuide(model.vocabulary, input.hints) }),
  };
}

function beamsFor({ shape }: SpeechModel, { sentences, secondOpinion, grammars, quick }: Asked) {
  // Texts that differ in case or punctuation only become one.
  if (sentences > 1) return { ...ALTERNATIVES, hypotheses: 2 * sentences };
  if (secondOpinion) return JUDGED;
  return shape.family === 'moonshine' && !grammars && !quick ? CHOICE : ONE_TEXT;
}

/** What a token says, without case and marks. */
export function spokenText(vocabulary: Vocabulary): (token: number) => string {
  return (token) => {
    const text = tokenText(vocabulary, token);
    return text ? `${text.begins ? ' ' : ''}${Buffer.from(text.bytes).toString('latin1')}` : '';
  };
}

/** The same, but marks tell texts apart: after "five," more numbers follow, and after "five." none. */
export function markedText(vocabulary: Vocabulary): (token: number) => string {
  const spoken = spokenText(vocabulary);
  return (token) => spoken(token) || vocabulary.decode([token]);
}
