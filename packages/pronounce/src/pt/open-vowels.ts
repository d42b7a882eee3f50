import type { Sound } from './sound.ts';
import { closedWords, openWords } from './vowel-lists.ts';

/**
 * Whether the stressed e or o of a word without an accent is open (ɛ, ɔ). Spelling does not tell; these rules are right for most
 * words, and the lists have the common ones that they get wrong.
 */
export function isOpen(word: string, sounds: readonly Sound[], at: number): boolean {
  if (openWords.has(word)) return true;
  if (closedWords.has(word)) return false;
  const next = sounds[at + 1];
  // "meu", "rei", "pessoa", "cem".
  if (!next || next.kind === 'glide' || next.kind === 'vowel') return false;
  if (/^[mnɲŋ]/.test(next.sign)) return false;
  return sounds[at]!.sign === 'e' ? isOpenE(word, sounds, at) : isOpenO(word, sounds, at);
}

function isOpenE(word: string, sounds: readonly Sound[], at: number): boolean {
  if (/(?:er|ez|es)$/.test(word) && isLastSyllable(sounds, at)) return false;
  // Forms of verbs in -er: responderam, venceras, comeres.
  if (/.er(?:am|as|es|em|mos|des)$/.test(word)) return false;
  const next = sounds[at + 1]!.sign;
  const after = sounds[at + 2]?.sign ?? '';
  // beleza, mesa, igreja, cabeça, orelha, medo
  if (/^(?:z|ʒ|ʃ|lj)/.test(next) || (next === 's' && sounds[at + 2]?.kind === 'vowel')) return false;
  if (next === 'd' && after !== 'r') return false;
  if (/(?:ete|eto|etos|etes)$/.test(word)) return true;
  if (/(?:eta|etas)$/.test(word)) return false;
  return true;
}

function isOpenO(word: string, sounds: readonly Sound[], at: number): boolean {
  // amor, senhor, professora
  if (/or(?:es)?$/.test(word) && !/^(?:maior|menor|melhor|pior|suor)/.test(word)) return false;
  if (/[dts]oras?$/.test(word)) return false;
  // sol, voz, and all that end in a or e; famosos, but famoso; hoje
  if (isLastSyllable(sounds, at)) return true;
  if (/osos$/.test(word)) return true;
  if (/[^o]s?$/.test(word) && /(?:[ae]s?)$/.test(word))
    return sounds[at + 1]!.sign !== 'ʒ' && !/(?:oa|oas)$/.test(word);
  return !/os?$/.test(word);
}

function isLastSyllable(sounds: readonly Sound[], at: number): boolean {
  return !sounds.slice(at + 1).some((sound) => sound.kind === 'vowel');
}
