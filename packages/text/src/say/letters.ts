import { lowerCase } from '../characters.ts';
import type { Lexicon } from './lexicon.ts';
import type { SayRule } from './token.ts';

const INITIALS = /^\p{L}{1,2}(?:\.\p{L}){1,}$/u;

/** "U.S.A." is "u s a"; names without stops ("NASA") are words. */
export const initialsRule: SayRule = (tokens, at) => {
  const { core } = tokens[at]!;
  if (!INITIALS.test(core)) return undefined;
  return { words: lowerCase(core, '').split('.'), used: 1 };
};

/** "Dr." is "doctor". A short form that is also a word needs its full stop or a capital letter. */
export function abbreviationRule(lexicon: Lexicon): SayRule {
  return (tokens, at) => {
    const { core, trail } = tokens[at]!;
    const words = lexicon.abbreviations.get(core.toLowerCase());
    if (!words) return undefined;
    return trail.startsWith('.') || /^\p{Lu}\p{Ll}/u.test(core) ? { words, used: 1 } : undefined;
  };
}
