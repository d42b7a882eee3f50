import type { Recording } from './recordings.ts';

export const digitNames = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

const ACTED = { kids: 'kids are talking by the door', dogs: 'dogs are sitting by the door' };
/** The two sentences that the actors of the emotion corpus say. */
export const actedSentences = Object.values(ACTED);

/** The sentence is in the name of the file, in words or as the fifth number. */
export function actedSentence({ file }: Recording): string {
  return /kids-talking|\/\d\d-\d\d-\d\d-\d\d-01-/.test(file) ? ACTED.kids : ACTED.dogs;
}
