/** What is said of a text, one after the other: words as they are, digits one by one. */
export type SpokenUnit =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'digit'; readonly digit: number };

/** Punctuation marks are not spoken. */
export function spokenUnits(text: string): SpokenUnit[] {
  return (text.normalize('NFKC').match(/[0-9]|[^\s0-9]+/gu) ?? []).flatMap((part): SpokenUnit[] => {
    if (/^[0-9]$/.test(part)) return [{ kind: 'digit', digit: Number(part) }];
    return /\p{L}/u.test(part) ? [{ kind: 'word', text: part }] : [];
  });
}
