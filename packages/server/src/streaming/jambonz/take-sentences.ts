/**
 * Splits text that is still being written into what can be spoken and what has to wait for its end: a sentence is over when
 * another one begins.
 */
export function takeSentences(
  text: string,
  language: string,
): { readonly ready: string; readonly rest: string } {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  // The last one alone: each segment that is made holds a copy of the whole text.
  const last = sentences.containing(text.length - 1)?.index ?? 0;
  return { ready: text.slice(0, last), rest: text.slice(last) };
}
