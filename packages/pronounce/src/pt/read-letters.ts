import type { Sound } from './sound.ts';
import { exceptionalX, saysU } from './spelling-exceptions.ts';

const ACCENTED: Readonly<Record<string, readonly [string, NonNullable<Sound['accent']>]>> = {
  ...{ á: ['a', 'acute'], é: ['e', 'acute'], í: ['i', 'acute'], ó: ['o', 'acute'], ú: ['u', 'acute'] },
  ...{ â: ['a', 'circumflex'], ê: ['e', 'circumflex'], ô: ['o', 'circumflex'] },
  ...{ ã: ['a', 'tilde'], õ: ['o', 'tilde'], à: ['a', 'grave'] },
};
const PLAIN: Readonly<Record<string, string>> = {
  ...{
    b: 'b',
    d: 'd',
    f: 'f',
    j: 'ʒ',
    k: 'k',
    l: 'l',
    m: 'm',
    n: 'n',
    p: 'p',
    t: 't',
    v: 'v',
    w: 'w',
    ç: 's',
  },
};
const VOWEL = /[aeiouyáéíóúâêôãõàü]/;
const FRONT = /[eiéíêy]/;
const VOICED = /[bdgjlmnrvz]/;

/** The sounds of a word as its letters say them, before stress and what depends on it. */
export function readLetters(word: string): Sound[] {
  const sounds: Sound[] = [];
  for (let at = 0; at < word.length; ) at += readAt(word, at, sounds);
  return sounds;
}

/** Reads the letter or letters at `at`, and returns how many they were. */
function readAt(word: string, at: number, sounds: Sound[]): number {
  const consonant = (sign: string, used: number): number => {
    if (sign !== '') sounds.push({ kind: 'consonant', sign });
    return used;
  };
  const [letter, next = '', after = ''] = [word[at]!, word[at + 1], word[at + 2]];
  const before = word[at - 1] ?? '';
  const pair = letter + next;
  if (pair === 'lh') return consonant('lj', 2);
  if (pair === 'nh') return consonant('ɲ', 2);
  if (pair === 'ch' || pair === 'sh') return consonant('ʃ', 2);
  if (pair === 'ph') return consonant('f', 2);
  if (pair === 'th') return consonant('t', 2);
  if (pair === 'rr') return consonant('x', 2);
  if (pair === 'ss' || pair === 'sç') return consonant('s', 2);
  if ((pair === 'sc' || pair === 'xc') && FRONT.test(after)) return consonant('s', 2);
  if (pair === 'qu' || pair === 'gu') return readQu(word, at, sounds);
  if (letter === 'q') return consonant('k', 1);
  if (letter === 'c')
    return consonant(FRONT.test(next) ? 's' : 'k', next === 'c' && !FRONT.test(after) ? 2 : 1);
  if (letter === 'g') return consonant(FRONT.test(next) ? 'ʒ' : 'ɡ', 1);
  if (letter === 'h') return 1;
  if (letter === 's') return consonant(readS(before, next), 1);
  if (letter === 'z') return consonant(next === '' || /[ptkcfsq]/.test(next) ? 's' : 'z', 1);
  if (letter === 'x') return readX(word, at, sounds);
  if (letter === 'r') return consonant(readR(before, next), 1);
  if (VOWEL.test(letter)) return readVowel(letter, sounds);
  // Doubled consonants of names are said once.
  return consonant(PLAIN[letter] ?? '', next === letter ? 2 : 1);
}

/** The u of "que" is silent, the one of "quatro" is not. */
function readQu(word: string, at: number, sounds: Sound[]): number {
  sounds.push({ kind: 'consonant', sign: word[at] === 'q' ? 'k' : 'ɡ' });
  const after = word[at + 2] ?? '';
  if (!VOWEL.test(after)) return 1;
  const isSilent = FRONT.test(after) && !saysU(word);
  if (!isSilent) sounds.push({ kind: 'glide', sign: 'w' });
  return 2;
}

function readS(before: string, next: string): string {
  const betweenVowels = VOWEL.test(before) && VOWEL.test(next);
  return betweenVowels || (VOICED.test(next) && before !== '') ? 'z' : 's';
}

/** A strong r at the beginning and after n, l, s; a tap elsewhere. */
function readR(before: string, next: string): string {
  if (before === '' || /[nls]/.test(before)) return 'x';
  if (VOWEL.test(next)) return VOWEL.test(before) ? 'ɾ' : 'r';
  // The model learned the one before a consonant with a short vowel behind it.
  return next === '' ? 'r' : 'ɾə';
}

function readX(word: string, at: number, sounds: Sound[]): number {
  const special = exceptionalX(word);
  const next = word[at + 1] ?? '';
  const isPrefix = /^(?:h?e|ine|ree)$/.test(word.slice(0, at));
  let signs: string;
  if (special) signs = special;
  else if (at === 0) signs = 'ʃ';
  else if (next === '') signs = 'ks';
  else if (!VOWEL.test(next)) signs = 's';
  else signs = isPrefix ? 'z' : 'ʃ';
  for (const sign of signs) sounds.push({ kind: 'consonant', sign });
  return 1;
}

function readVowel(letter: string, sounds: Sound[]): number {
  const [sign, accent] = ACCENTED[letter] ?? [
    letter === 'ü' ? 'u' : letter === 'y' ? 'i' : letter,
    undefined,
  ];
  sounds.push({ kind: 'vowel', sign, ...(accent && { accent }), ...(accent === 'tilde' && { nasal: true }) });
  return 1;
}
