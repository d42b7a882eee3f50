import type { TextWord } from '../text-word.ts';
import { type Atom, atomsOf } from './atom.ts';

/** The written form of the atoms from where a rule was asked up to `next`. */
export interface Rewritten {
  words: readonly string[];
  next: number;
}

/** Writes the atoms that begin at `at`, or leaves them to the next rule. */
export type RewriteRule = (atoms: readonly Atom[], at: number) => Rewritten | undefined;

/** A value read from atoms, and the atom after it. */
export interface Read<T> {
  value: T;
  next: number;
}

/** Applies the first rule that knows a place; what no rule knows stays as it came, with its punctuation. */
export function rewrite(
  words: readonly string[],
  rules: readonly RewriteRule[],
  startsRule: (atom: Atom) => boolean,
  isNumberWord: (word: string) => boolean,
): TextWord[] {
  const atoms = atomsOf(words, isNumberWord);
  const text: TextWord[] = [];
  for (let at = 0; at < atoms.length; ) {
    const atom = atoms[at]!;
    const written = startsRule(atom) ? firstMatch(rules, atoms, at) : undefined;
    const next = written?.next ?? at + 1;
    const last = atoms[next - 1]!;
    const from = atom.source;
    const to = last.source + 1;
    const isWhole = !written && atom.joint === '' && atoms[next]?.source !== from;
    const pieces = isWhole ? [words[from]!] : [...(written?.words ?? [atom.raw])];
    if (!isWhole) {
      pieces[0] = atom.lead + pieces[0];
      pieces[pieces.length - 1] += last.trail;
    }
    const before = atom.joint === '' ? undefined : text.pop();
    if (before) pieces[0] = before.text + atom.joint + pieces[0];
    // Words of one source range keep one range when the last of them grows.
    for (let k = text.length - 1; before && k >= 0 && text[k]!.to > before.from; k--) text[k]!.to = to;
    for (const piece of pieces) text.push({ text: piece, from: before?.from ?? from, to });
    at = next;
  }
  return text;
}

function firstMatch(
  rules: readonly RewriteRule[],
  atoms: readonly Atom[],
  at: number,
): Rewritten | undefined {
  for (const rule of rules) {
    const written = rule(atoms, at);
    if (written) return written;
  }
  return undefined;
}
