import { createHash } from 'node:crypto';

/** The same number for the same text on every machine. */
export function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

/**
 * Which of so many parts a name falls into. Decided by the hash of the name: by their order in a list, the same speaker
 * would be on both sides of two lists. Each split has a word of its own, so that it says nothing about the other splits.
 */
export function partOf(name: string, split: string, parts: number): number {
  return hashOf(`${split}${name}`) % parts;
}

/**
 * Whether nothing may be fitted on a speaker, so that tables can be made of them: one half of all speakers, the same in
 * all benchmarks.
 */
export function isHeldOut(speaker: string): boolean {
  return partOf(speaker, 'locutor-speakers:', 2) === 1;
}
