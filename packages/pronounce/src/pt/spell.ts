import { isOpen } from './open-vowels.ts';
import type { Sound } from './sound.ts';

const FINAL: Readonly<Record<string, string>> = { a: 'æ', e: 'y', o: 'ʊ' };
const TILDE = '\u0303';

/** The signs of the model for the sounds of a word. They are those of the phonemes that it was trained on. */
export function spell(sounds: readonly Sound[], word: string): string {
  let said = '';
  for (let at = 0; at < sounds.length; at++) {
    const sound = sounds[at]!;
    if (sound.kind === 'consonant') said += consonant(sounds, at);
    else if (sound.kind === 'glide') said += glide(sounds, at);
    else said += (sound.stressed ? 'ˈ' : '') + vowel(sounds, at, word);
  }
  return joinDiphthongs(said);
}

function consonant(sounds: readonly Sound[], at: number): string {
  const { sign } = sounds[at]!;
  const [before, next] = [sounds[at - 1], sounds[at + 1]];
  if (sign === 't' || sign === 'd') return palatal(sounds, at) ? (sign === 't' ? 'ʧ' : 'ʤ') : sign;
  // A final l is u: "Brasil", "alto". After o and u the model knows others.
  if (
    sign === 'l' &&
    before &&
    before.kind !== 'consonant' &&
    next?.kind !== 'vowel' &&
    next?.kind !== 'glide'
  ) {
    if (before.sign === 'o') return 'l';
    return before.sign === 'u' ? (next ? 'l' : 'w') : 'ʊ';
  }
  // Nasal vowels have their own sign before a pause: "lã", "bom".
  if (sign === 'ŋ' && before?.sign === 'a' && !next) return `ʊ${TILDE}`;
  return sign;
}

/** t and d before the sound i: "tia", "dia", and the e at the end of "noite". */
function palatal(sounds: readonly Sound[], at: number): boolean {
  const next = sounds[at + 1];
  if (!next || next.kind === 'consonant') return false;
  if (next.sign === 'i' || next.sign === 'j') return true;
  return next.sign === 'e' && isFinal(sounds, at + 1);
}

/** Whether the vowel at `at` ends the word, with or without s, and has no stress. */
function isFinal(sounds: readonly Sound[], at: number): boolean {
  const sound = sounds[at]!;
  if (sound.stressed || sound.nasal || sound.accent || sound.kind !== 'vowel') return false;
  const rest = sounds.slice(at + 1);
  return rest.length === 0 || (rest.length === 1 && rest[0]!.sign === 's');
}

function glide(sounds: readonly Sound[], at: number): string {
  const { sign, nasal } = sounds[at]!;
  if (sign === 'w' || sign === 'j') return sign;
  if (nasal) return sign === 'o' ? `ʊ${TILDE}` : sounds[at - 1]?.sign === 'o' ? 'j' : 'y';
  if (sign === 'u') return sounds[at - 1]?.sign === 'o' ? 'w' : 'ʊ';
  return 'ɪ';
}

function vowel(sounds: readonly Sound[], at: number, word: string): string {
  const sound = sounds[at]!;
  const { sign, accent, nasal, stressed } = sound;
  if (nasal) return nasalVowel(sounds, at);
  if (isFinal(sounds, at)) return FINAL[sign] ?? sign;
  if (sign === 'a') return aSign(sounds, at);
  if (sign !== 'e' && sign !== 'o') return sign;
  const open = accent === 'acute' || (!accent && stressed && isOpen(word, sounds, at));
  return open ? (sign === 'e' ? 'ɛ' : 'ɔ') : sign;
}

/** An a before a nasal consonant is darker: "cama", "ano". */
function aSign(sounds: readonly Sound[], at: number): string {
  const next = sounds[at + 1]?.sign;
  if (sounds[at]!.accent === 'acute' || !next || !/^[mnɲ]/.test(next))
    return sounds[at]!.accent === 'circumflex' ? 'ɐ' : 'a';
  return sounds[at]!.stressed || next === 'ɲ' ? `ɐ${TILDE}` : 'æ';
}

/** The signs that the model learned: "sempre" has a glide, "um" a tilde, others only the consonant. */
function nasalVowel(sounds: readonly Sound[], at: number): string {
  const { sign, accent } = sounds[at]!;
  if (sign === 'a') return `ɐ${TILDE}`;
  if (sign === 'e') return 'eɪ';
  if (sign === 'o' && accent === 'tilde') return `o${TILDE}`;
  return sign;
}

// The model was trained with these diphthongs as one sign.
function joinDiphthongs(said: string): string {
  return said.replaceAll('eɪ', 'A').replaceAll('aɪ', 'I').replaceAll('aʊ', 'W').replaceAll('ɔɪ', 'Y');
}
