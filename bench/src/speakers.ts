import { createHash } from 'node:crypto';

export function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

/**
 * Whether nothing may be fitted on a speaker, so that tables can be made of them. Decided by the hash of the name, once
 * for all benchmarks: by their order in a list, the same speaker is on both sides of two lists.
 */
export function isHeldOut(speaker: string): boolean {
  return hashOf(`locutor-speakers:${speaker}`) % 2 === 1;
}
