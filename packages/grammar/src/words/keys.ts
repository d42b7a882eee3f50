// DTMF keys as words. Names stand for the two keys that some syntaxes reserve.
const names: ReadonlyMap<string, string> = new Map([
  ['star', '*'],
  ['asterisk', '*'],
  ['pound', '#'],
  ['hash', '#'],
]);
const key = /[0-9*#A-D]/;

/** The keys of a DTMF grammar token or text: `1 2 #`, `12#` and `1-2-pound` are the same. Anything else is kept as an unknown word. */
export function keyWords(text: string): string[] {
  const keys: string[] = [];
  for (const chunk of text.normalize('NFKC').split(/[\s,;-]+/u)) {
    const named = names.get(chunk.toLowerCase());
    if (named) keys.push(named);
    else for (const character of chunk.toUpperCase()) keys.push(character);
  }
  return keys;
}

export function isKey(word: string): boolean {
  return word.length === 1 && key.test(word);
}
