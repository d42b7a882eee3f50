import { DEFAULT_BOOST, type Hint, MAX_PHRASES } from '../parameters/hints.ts';

const LONGEST_PHRASE = 4;
const BETWEEN_PHRASES = /[,;\n、，；]/;
const SENTENCE_END = /[.!?…:]["'”’)]*$/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const MAX_LETTERS = 100;
/** The one English word that is always written with a capital. */
const PRONOUN = /^I(['’]\w+)?$/;

/**
 * What a prompt says about the words of the audio. A list of words and short phrases is favoured as a whole. Of running
 * text, its names are: the words with a capital that do not begin a sentence, and those with a capital or a digit inside.
 */
export function promptHints(prompt: string): Hint[] {
  const items = prompt.split(BETWEEN_PHRASES).map((item) => item.trim());
  const phrases = items.every(isPhrase) ? items : namesIn(prompt);
  return hintsFor(phrases);
}

/** The same words to favour, whoever lists them. */
export function hintsFor(phrases: readonly string[]): Hint[] {
  const plain = phrases.map((phrase) => trimmed(phrase.replace(/\s+/g, ' ')));
  const distinct = new Set(plain.filter((phrase) => phrase !== '' && phrase.length <= MAX_LETTERS));
  return [...distinct].slice(0, MAX_PHRASES).map((phrase) => ({ phrase, boost: DEFAULT_BOOST }));
}

function isPhrase(item: string): boolean {
  return item.split(/\s+/).length <= LONGEST_PHRASE && !/[.!?]$/.test(item);
}

/** Words that stand side by side are one name. */
function namesIn(text: string): string[] {
  const names: string[][] = [];
  let begins = true;
  let continues = false;
  for (const token of text.split(/\s+/)) {
    const word = trimmed(token);
    const isName = isNameInside(word) || (!begins && /^\p{Lu}/u.test(word) && !PRONOUN.test(word));
    if (isName && continues) names.at(-1)!.push(word);
    else if (isName) names.push([word]);
    begins = SENTENCE_END.test(token);
    continues = isName && token.endsWith(word);
  }
  return names.flatMap((words) => chunks(words).map((chunk) => chunk.join(' ')));
}

/** Each test takes a time in proportion to the word, which may be as long as a prompt. */
function isNameInside(word: string): boolean {
  if (PRONOUN.test(word)) return false;
  return (/\p{L}/u.test(word) && /\p{N}/u.test(word)) || /\p{Lu}/u.test(word.slice(1));
}

/** Without what is neither a letter nor a digit on its edges. */
function trimmed(text: string): string {
  const characters = [...text];
  const isWordy = (character: string) => LETTER_OR_DIGIT.test(character);
  const first = characters.findIndex(isWordy);
  return first < 0 ? '' : characters.slice(first, characters.findLastIndex(isWordy) + 1).join('');
}

function chunks(words: readonly string[]): string[][] {
  const all: string[][] = [];
  for (let at = 0; at < words.length; at += LONGEST_PHRASE) all.push(words.slice(at, at + LONGEST_PHRASE));
  return all;
}
