/** Characters of a text, counted one by one only where there may be no more than `most` of them. */
export function countCharacters(text: string, most: number): number {
  return text.length > 2 * most ? text.length : [...text].length;
}
