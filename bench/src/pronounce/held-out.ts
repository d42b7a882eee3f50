import { createHash } from 'node:crypto';
import { dictionary } from 'cmu-pronouncing-dictionary';

/** Words without their plural; `training/pronunciation` parts them in the same way. */
function stemOf(word: string): string {
  return word.replace(/(?:'s|s'|s)$/, '');
}

/** Whether the model of spelling was trained without the word: one in twenty. */
export function isHeldOut(word: string): boolean {
  return createHash('sha256').update(stemOf(word)).digest().readUInt32BE(0) % 20 === 0;
}

export interface HeldOut {
  word: string;
  answers: string[];
}

/** The held-out words of the dictionary with all their pronunciations, in ARPAbet. */
export function heldOutWords(): HeldOut[] {
  const words = new Map<string, string[]>();
  for (const [entry, said] of Object.entries(dictionary)) {
    const word = entry.replace(/\(\d+\)$/, '');
    if (!/^[a-z]+(?:'[a-z]+)*$/.test(word) || word.length < 2 || !isHeldOut(word)) continue;
    words.set(word, [...(words.get(word) ?? []), said]);
  }
  return [...words].map(([word, answers]) => ({ word, answers }));
}
