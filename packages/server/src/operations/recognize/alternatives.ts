import type { RecognizedSegment } from '@locutor/contract';
import { meaningText } from '@locutor/grammar';
import type { Caller, Grammars } from '../../grammars/grammars.ts';
import { AUTO } from '../free-speech.ts';
import { percent, type ResultStatus, type SpokenAlternative, type Word } from '../results/result.ts';
import type { ActiveLm } from './active-lms.ts';

export type Found = Omit<SpokenAlternative, 'index'>;
type Spoken = RecognizedSegment['alternatives'][number];
type BoundLm = ActiveLm & { kind: 'grammar' };
type Matches = Extract<Awaited<ReturnType<Grammars['match']>>, { kind: 'matches' }>['matches'];

const MAX_INTERPRETATIONS = 10;

/**
 * What free speech makes of a segment: its words as they are. Where the language was detected, `lm` names the model of
 * that language, so that a client can ask for it next time.
 */
export function freeAlternatives(
  { alternatives: spoken, language }: Pick<RecognizedSegment, 'alternatives' | 'language'>,
  lm: ActiveLm,
): Found[] {
  const uri = lm.language === AUTO && language !== undefined ? `builtin:slm/${language}` : lm.uri;
  return spoken.map(({ text, score, words }) => ({
    text,
    score: percent(score),
    lm: uri,
    interpretations: [],
    interpretation_scores: [],
    words: wordsOf(words),
  }));
}

export interface BoundAlternatives {
  readonly found: readonly Found[];
  /** Set where a match could not be finished, so that nobody knows whether there is one. */
  readonly unfinished?: ResultStatus;
}

/** What the sentences of a grammar mean that the engine recognised in a segment, in the grammar's own words. */
export async function boundAlternatives(
  spoken: readonly Spoken[],
  { source, uri }: BoundLm,
  grammars: Grammars,
  caller: Caller,
): Promise<BoundAlternatives> {
  const outcomes = await Promise.all(
    spoken.map(({ text }) => grammars.match(source, text, MAX_INTERPRETATIONS, caller)),
  );
  const found = new Map<string, Found>();
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind !== 'matches') continue;
    for (const each of matched(spoken[index]!, outcome.matches, uri)) {
      // Several alternatives can be the same to a grammar; the likeliest came first.
      if (!found.has(each.text)) found.set(each.text, each);
    }
  }
  if (found.size > 0) return { found: [...found.values()] };
  const unfinished = outcomes.find(({ kind }) => kind !== 'matches')?.kind;
  if (unfinished === undefined) return { found: [] };
  return { found: [], unfinished: unfinished === 'canceled' ? 'CANCELED' : 'FAILURE' };
}

function matched(spoken: Spoken, matches: Matches, lm: string): Found[] {
  return matches.map(({ text, score, interpretations }) => {
    const best = interpretations.slice(0, MAX_INTERPRETATIONS);
    const shown = inWordsOf(text, spoken);
    return {
      text: shown.text,
      score: percent(spoken.score * score),
      lm,
      interpretations: best.map(({ value }) => meaningText(value)),
      interpretation_scores: best.map((each) => percent(spoken.score * each.score)),
      words: shown.words,
    };
  });
}

/**
 * The grammar's words with the times of the spoken ones: "e-mail" may be two of those, and words that GARBAGE took are
 * not in the grammar's text.
 */
function inWordsOf(grammarText: string, spoken: Spoken): Pick<Found, 'text' | 'words'> {
  const words: Word[] = [];
  const rest = [...wordsOf(spoken.words)];
  const texts = grammarText.split(' ').filter((text) => text !== '');
  for (const text of rest.length > 0 ? texts : []) {
    const own = takeWord(rest, text);
    if (!own) return { text: grammarText, words: spread(texts, wordsOf(spoken.words)) };
    words.push({ ...own[0]!, text, end_time: own.at(-1)!.end_time });
  }
  return { text: grammarText, words };
}

/** Where nobody knows which word was said when: the time of all of them, shared by length. */
function spread(texts: readonly string[], spoken: readonly Word[]): Word[] {
  const { score, start_time: start } = spoken[0]!;
  const perLetter = (spoken.at(-1)!.end_time - start) / texts.join('').length;
  let before = 0;
  return texts.map((text) => {
    const from = start + perLetter * before;
    before += text.length;
    return { text, score, start_time: seconds(from), end_time: seconds(start + perLetter * before) };
  });
}

/** Takes the first words off a list that are a word of a grammar together, and all before them. */
function takeWord(rest: Word[], text: string): Word[] | undefined {
  const sought = letters(text);
  for (let from = 0; from < rest.length; from++) {
    let found = '';
    for (let to = from; to < rest.length && found.length < sought.length; to++) {
      found += letters(rest[to]!.text);
      if (found === sought) return rest.splice(0, to + 1).slice(from);
    }
  }
  return undefined;
}

/** As words are compared. */
function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

function wordsOf(words: Spoken['words']): Found['words'] {
  return words.map(({ text, score, start, end }) => ({
    text,
    score: percent(score),
    start_time: seconds(start),
    end_time: seconds(end),
  }));
}

/** Three decimals. */
export function seconds(value: number): number {
  return Math.round(value * 1000) / 1000;
}
