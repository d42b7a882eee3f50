import type { RecognizeSegmentInput } from '../contract/recognition.ts';
import { SAMPLE_RATE } from '../contract/sample-rate.ts';
import type { SpeechModel } from '../speech/speech-model.ts';
import type { Vocabulary } from '../speech/vocabulary.ts';
import type { SearchOptions } from './beam-search.ts';
import { HintGuide } from './hints/hint-guide.ts';
import { tokenText } from './token-trie.ts';

/** Nobody speaks more tokens in a second; what does is a decoder going in circles. */
const TOKENS_PER_SECOND = 6.5;
const TOKENS_BESIDES = 4;

/**
 * Where one text is wanted, as few beams as find it: on hard speech three within a factor of e² of the best make as
 * few word errors as five within e³, in three quarters of the time. More beams find no better texts: of 774 words that 75
 * people recorded at home 68 are wrong with these, 70 with four within e³, 69 with four within e⁴ and three texts, 72 with
 * five within e³ and two texts, and 74 with six within e⁸ and ten texts, as where five alternatives are wanted.
 */
const ONE_TEXT = { beams: 3, prune: 2 };
/*
 * A text that is not sure is not sought a second time. Decoding the clips with a mean log probability below −0.4 again,
 * set in more silence, and taking the surer text, made 30.2 % word errors of 30.8 on hard speech, for one clip in four.
 */

/** Alternatives are found among many that are less probable. */
const ALTERNATIVES = { beams: 6, prune: 8 };
/** Four texts of each model are judged by both. */
const JUDGED = { beams: 4, prune: 5, hypotheses: 4 };

export function searchOptions(
  model: SpeechModel,
  language: string,
  input: Pick<RecognizeSegmentInput, 'samples' | 'sentences' | 'hints' | 'secondOpinion'>,
): SearchOptions {
  const prompt = model.prompt(language);
  const seconds = input.samples.length / SAMPLE_RATE;
  const most = Math.ceil(seconds * TOKENS_PER_SECOND) + TOKENS_BESIDES;
  return {
    prompt,
    ...beamsFor(input),
    // Whether anything was said is decided by `isNoSpeech`: of short words cut tightly, 18 % would come out empty.
    minTokens: 1,
    maxTokens: Math.min(most, model.shape.maxTokens - prompt.length - 1),
    ...((input.sentences > 1 || input.secondOpinion) && { textOf: spokenText(model.vocabulary) }),
    ...(input.hints && { guide: new HintGuide(model.vocabulary, input.hints) }),
  };
}

function beamsFor({ sentences, secondOpinion }: Pick<RecognizeSegmentInput, 'sentences' | 'secondOpinion'>) {
  // Texts that differ in case or punctuation only become one.
  if (sentences > 1) return { ...ALTERNATIVES, hypotheses: 2 * sentences };
  return secondOpinion ? JUDGED : { ...ONE_TEXT, hypotheses: 1 };
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
