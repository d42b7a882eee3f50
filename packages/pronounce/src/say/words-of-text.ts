import { plainText } from '@locutor/text';
import type { Pronouncer } from './pronouncer.ts';
import { strongerTrail, trailOf } from './punctuation.ts';
import type { SpokenWord } from './spoken-word.ts';

const CAPITALS = /(?<![\p{L}\p{M}])\p{Lu}{2,}s?(?![\p{L}\p{M}])/gu;
const LETTERS = /[\p{L}\p{M}]/u;
// Titles stand before a name: their full stop never ends a sentence.
const TITLE =
  /^(?:dr|dra|mr|mrs|ms|sr|sra|srta|prof|profa|st|sto|sta|d|dom|gen|capt|rev|hon|av|rua|r|jr|vs|no|nº|tel|fig|vol|p|pp|ed|eng|exmo|dept|apt|apto|art|arts|cap|ch|sec|séc|ste|rm|ext|inc|ap|depto|dña)$/i;

/** The words of a text as they are said: numbers, dates and abbreviations in full, initials letter by letter. */
export function wordsOfText(text: string, language: string, pronouncer: Pronouncer): SpokenWord[] {
  const tokens = tokensOf(text);
  const isShouted = isAllCapitals(tokens);
  const words: SpokenWord[] = [];
  let done = 0;
  const pause = (until: number) => {
    // Tokens of punctuation alone say nothing and end what stands before them.
    for (; done < until; done++) {
      const last = words.at(-1);
      if (last) last.trail = strongerTrail(last.trail, trailOf(tokens[done]!));
    }
  };
  const plain = plainText(tokens, language);
  for (let at = 0; at < plain.length; ) {
    const { from, to } = plain[at]!;
    pause(from);
    const said: string[] = [];
    for (; at < plain.length && plain[at]!.from === from; at++) said.push(plain[at]!.text);
    const written = tokens.slice(from, to).join(' ');
    const isFirst = words.length === 0 || /[.!?…]/.test(words.at(-1)!.trail);
    words.push(...spokenWords(said, written, isFirst, isShouted, pronouncer));
    const last = words.at(-1)!;
    last.trail = sentenceTrail(tokens, to - 1, said);
    done = to;
  }
  pause(tokens.length);
  return words;
}

/** Dashes and dots between words without blanks still part them. */
function tokensOf(text: string): string[] {
  const spaced = text
    .normalize('NFC')
    .replaceAll(/(?<=\d)–(?=\d)/g, '-')
    .replaceAll(/[—–…]/g, (sign) => ` ${sign} `)
    .replaceAll(/(\p{Lu}{2,})[/-](?=\p{Lu}{2})/gu, '$1 ')
    .replaceAll(/--+/g, ' — ');
  return spaced.split(/\s+/u).filter((token) => token !== '');
}

function isAllCapitals(tokens: readonly string[]): boolean {
  const words = tokens.filter((token) => /\p{L}{2}/u.test(token));
  return words.length > 2 && words.every((word) => word === word.toUpperCase());
}

function spokenWords(
  said: readonly string[],
  written: string,
  isFirst: boolean,
  isShouted: boolean,
  pronouncer: Pronouncer,
): SpokenWord[] {
  const core = written.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  const word = (text: string, at: number, letter: boolean): SpokenWord => ({
    text,
    written: at === 0 ? written : '',
    letter,
    trail: '',
  });
  const capitals = new Map(written.match(CAPITALS)?.map((run) => [run.toLowerCase(), run]));
  const alone = new Set(written.toLowerCase().split(/[^\p{L}\p{M}]+/u));
  const words: SpokenWord[] = [];
  for (const text of said) {
    const letters = lettersOf(text, capitals.get(text), isShouted, pronouncer);
    if (letters) for (const letter of letters) words.push(word(letter, words.length, true));
    else words.push(word(text, words.length, isLetter(text, alone, core, isFirst || isShouted, pronouncer)));
  }
  return words;
}

/** The letters of a word that is spelled: "IBM", the "CF" of "CF/88", "www". "PCs" has its ending behind the last. */
function lettersOf(
  text: string,
  capitals: string | undefined,
  isShouted: boolean,
  pronouncer: Pronouncer,
): string[] | undefined {
  const initials = capitals?.replace(/s$/, '');
  const isSpelled =
    initials === undefined ? pronouncer.isVowelless(text) : pronouncer.isSpelled(initials, isShouted);
  if (!isSpelled) return undefined;
  const letters = Array.from(initials?.toLowerCase() ?? text);
  if (capitals?.endsWith('s')) letters.push(`${letters.pop()}s`);
  return letters;
}

/**
 * Whether one letter is its name: "B", the "b" of "B2B", but not the "a" of "a house" or the "e" of "25" in Portuguese.
 * `alone` is what stands between the signs of its token.
 */
function isLetter(
  text: string,
  alone: ReadonlySet<string>,
  core: string,
  isUsuallyCapital: boolean,
  pronouncer: Pronouncer,
): boolean {
  if (text.length !== 1 || !LETTERS.test(text)) return false;
  if (!pronouncer.oneLetterWords.has(text)) return true;
  if (core.length === 1) return core !== text && !isUsuallyCapital && text !== 'i';
  return alone.has(text);
}

/** The trail of a token; the full stop of an abbreviation counts only before a capital letter. */
function sentenceTrail(tokens: readonly string[], at: number, said: readonly string[]): string {
  const token = tokens[at]!;
  const trail = trailOf(token);
  if (trail !== '.') return trail;
  const next = tokens[at + 1];
  const core = token.replaceAll(/[^\p{L}\p{N}.º]/gu, '').replace(/\.$/, '');
  const isAbbreviation =
    core.includes('.') || (/^\p{L}+$/u.test(core) && said.join('') !== core.toLowerCase());
  const isInitial = /^\p{Lu}$/u.test(core) && next !== undefined && core !== 'I';
  if (isInitial || (TITLE.test(core) && (isAbbreviation || core.length === 1) && next !== undefined))
    return '';
  return isAbbreviation && next !== undefined && !/^[^\p{L}\p{N}]*\p{Lu}/u.test(next) ? '' : trail;
}

/** The punctuation that a text begins with, which belongs to what was said before it. */
export function leadOf(text: string): string {
  const first = /^\s*(\S{1,20})/u.exec(text)?.[1] ?? '';
  return /[\p{L}\p{N}]/u.test(first) ? '' : trailOf(first);
}
