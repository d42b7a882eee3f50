// The signs that the model knows, the strongest first; one of them stands behind a word.
const SIGNS = ['?', '!', '…', '.', ';', ':', '—', ','] as const;
const SAME: Readonly<Record<string, string>> = {
  '–': '—',
  '¿': '',
  '¡': '',
  '。': '.',
  '！': '!',
  '？': '?',
  '，': ',',
};
const CLOSING = new Set('"”»)]}\'’*_');
const ENDS = new Set(['?', '!', '…', '.']);

/** Whether a sentence ends behind the sign. */
export function endsSentence(trail: string): boolean {
  return ENDS.has(trail);
}

/** The signs at the end of a token, as one: "…" of "well...", "," of `"so",`. */
export function trailOf(token: string): string {
  const found = new Set<string>();
  let dots = 0;
  for (let at = token.length - 1; at >= 0; at--) {
    const sign = SAME[token[at]!] ?? token[at]!;
    if (sign === '.') dots++;
    if (SIGNS.includes(sign as (typeof SIGNS)[number])) found.add(sign);
    else if (sign !== '' && !CLOSING.has(sign)) break;
  }
  if (dots > 1) found.add('…');
  return SIGNS.find((sign) => found.has(sign)) ?? '';
}

/** The stronger of two trails. */
export function strongerTrail(a: string, b: string): string {
  return SIGNS.find((sign) => sign === a || sign === b) ?? '';
}
