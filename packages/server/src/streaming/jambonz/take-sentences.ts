/**
 * Splits text that is still being written into what can be spoken and what has to wait for its end: a sentence is over when
 * another one begins.
 */
export function takeSentences(
  text: string,
  language: string,
): { readonly ready: string; readonly rest: string } {
  const sentences = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)];
  const last = sentences.at(-1)?.index ?? 0;
  return { ready: text.slice(0, last), rest: text.slice(last) };
}
