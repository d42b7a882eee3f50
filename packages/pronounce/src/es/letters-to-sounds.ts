import { type Sound, stressedVowel } from './syllables.ts';

const ACCENTS: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u' };
const PLAIN: Readonly<Record<string, string>> = {
  ...{
    b: 'b',
    d: 'd',
    f: 'f',
    j: 'x',
    k: 'k',
    l: 'l',
    m: 'm',
    n: 'n',
    ñ: 'ɲ',
    p: 'p',
    r: 'ɾ',
    s: 's',
    t: 't',
  },
  ...{ v: 'b', w: 'w', z: 's', ç: 's' },
};
const VOWEL = /[aeiouáéíóúü]/;
const STRONG = /[aeoáéóíú]/;
const FRONT = /[eiéí]/;

/** The sounds of a Spanish word as most Latin Americans say it: c before e and z are s, ll is y. */
export function lettersToSounds(word: string): string {
  const sounds = readLetters(word);
  const stressed = stressedVowel(sounds, word);
  return spell(soften(sounds), stressed);
}

function readLetters(word: string): Sound[] {
  const sounds: Sound[] = [];
  const consonant = (sign: string) => sounds.push({ sign, kind: 'consonant' });
  for (let at = 0; at < word.length; at++) {
    const [letter, next = '', after = ''] = [word[at]!, word[at + 1], word[at + 2]];
    const first = at === 0;
    if (letter === 'q') {
      consonant('k');
      if (next === 'u' && FRONT.test(after)) at++;
    } else if (letter === 'g' && next === 'u' && FRONT.test(after)) {
      consonant('ɡ');
      at++;
    } else if (letter === 'g') consonant(FRONT.test(next) ? 'x' : 'ɡ');
    else if (letter === 'c' && next === 'h') {
      consonant('ʧ');
      at++;
    } else if (letter === 'c') {
      if (FRONT.test(next)) consonant('s');
      else consonant('k');
    } else if (letter === 'l' && next === 'l') {
      consonant('ʝ');
      at++;
    } else if (letter === 'r' && (next === 'r' || first || /[nls]/.test(word[at - 1]!))) {
      consonant('r');
      if (next === 'r') at++;
    } else if (letter === 'x') {
      if (!first) consonant('k');
      consonant('s');
    } else if (letter === 's' && next === 'h') {
      consonant('ʃ');
      at++;
    } else if (letter === 'y') readY(sounds, word, at);
    else if (VOWEL.test(letter)) readVowel(sounds, word, at);
    else if (letter !== 'h' && PLAIN[letter]) consonant(PLAIN[letter]);
  }
  return sounds;
}

function readY(sounds: Sound[], word: string, at: number): void {
  const next = word[at + 1];
  if (next && VOWEL.test(next)) sounds.push({ sign: 'ʝ', kind: 'consonant' });
  else if (at > 0 && VOWEL.test(word[at - 1]!)) sounds.push({ sign: 'ɪ', kind: 'glide' });
  else sounds.push({ sign: 'i', kind: 'vowel' });
}

/** i and u beside another vowel are glides, unless they carry an accent: "cielo", "aire", but "río". */
function readVowel(sounds: Sound[], word: string, at: number): void {
  const letter = word[at]!;
  const sign = ACCENTS[letter] ?? (letter === 'ü' ? 'u' : letter);
  const last = sounds.at(-1);
  const next = word[at + 1] ?? '';
  const isWeak = letter === 'i' || letter === 'u' || letter === 'ü';
  if (isWeak && (STRONG.test(next) || (VOWEL.test(next) && next !== letter))) {
    const followsVowel = last?.kind === 'vowel';
    sounds.push({ sign: sign === 'i' ? (followsVowel ? 'ʝ' : 'j') : 'w', kind: 'glide' });
  } else if (isWeak && last?.kind === 'vowel' && at > 0 && VOWEL.test(word[at - 1]!) && last.sign !== sign)
    sounds.push({ sign: sign === 'i' ? 'ɪ' : 'ʊ', kind: 'glide' });
  else sounds.push({ sign, kind: 'vowel', accent: letter in ACCENTS });
}

const SOFT: Readonly<Record<string, string>> = { b: 'β', d: 'ð', ɡ: 'ɣ' };

/** b, d and g are soft after a vowel and after most consonants; n is said where the next consonant is. */
function soften(sounds: readonly Sound[]): Sound[] {
  return sounds.map((sound, at) => {
    const [before, next] = [sounds[at - 1]?.sign, sounds[at + 1]?.sign ?? ''];
    if (sound.sign === 'n' && /[bpm]/.test(next)) return { ...sound, sign: 'm' };
    if (sound.sign === 'n' && next === 'ɡ') return { ...sound, sign: 'ŋ' };
    const soft = SOFT[sound.sign];
    if (!soft || before === undefined || /[nmŋ]/.test(before)) return sound;
    if (sound.sign === 'd' && (before === 'n' || next === '')) return sound;
    return { ...sound, sign: soft };
  });
}

// The model was trained with these diphthongs as one sign.
const DIPHTHONGS: Readonly<Record<string, string>> = { aɪ: 'I', aʊ: 'W', eɪ: 'A' };

function spell(sounds: readonly Sound[], stressed: number): string {
  let said = '';
  for (let at = 0; at < sounds.length; at++) {
    const pair = DIPHTHONGS[sounds[at]!.sign + (sounds[at + 1]?.sign ?? '')];
    said += (at === stressed ? 'ˈ' : '') + (pair ?? sounds[at]!.sign);
    if (pair) at++;
  }
  return said;
}
