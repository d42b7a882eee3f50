import { wordSeparator } from '@locutor/text';
import { type TokenWord, tokenWords, type Vocabulary } from './vocabulary.ts';

/** The words of a row of tokens, as their language has it. */
export function spokenWords(
  vocabulary: Vocabulary,
  tokens: readonly number[],
  language: string,
): TokenWord[] {
  return wordSeparator(language) === ''
    ? segmentedWords(vocabulary, tokens, language)
    : tokenWords(vocabulary, tokens);
}

/** Words found by a dictionary; a token that lies in two words counts for both. */
function segmentedWords(vocabulary: Vocabulary, tokens: readonly number[], language: string): TokenWord[] {
  const text = Buffer.concat(tokens.map((token) => vocabulary.bytes(token))).toString('utf8');
  const ends = byteEnds(vocabulary, tokens);
  const words: TokenWord[] = [];
  let byte = 0;
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const start = byte;
    byte += Buffer.byteLength(segment);
    const from = ends.findIndex((end) => end > start);
    const to = ends.findIndex((end) => end >= byte) + 1;
    const last = words.at(-1);
    if (isWordLike || last === undefined) words.push({ text: segment.trim(), from, to });
    else Object.assign(last, { text: `${last.text}${segment}`.trimEnd(), to });
  }
  return words.filter((word) => word.text !== '' && word.from >= 0 && word.to > word.from);
}

/** Where in the text's bytes each token ends. */
function byteEnds(vocabulary: Vocabulary, tokens: readonly number[]): number[] {
  let end = 0;
  return tokens.map((token) => {
    end += vocabulary.bytes(token).length;
    return end;
  });
}
