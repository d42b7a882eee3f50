/** `1 utterance`, `2 utterances`: a number with its noun, of the kind whose plural ends in s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
