/** How long the model's own silence behind a phrase may be, by the sign that ends it. The text may add a break. */
const KEPT_AFTER: Readonly<Record<string, number>> = {
  '.': 0.15,
  '!': 0.15,
  '?': 0.15,
  '…': 0.2,
  ',': 0.12,
  ';': 0.15,
  ':': 0.15,
  '—': 0.15,
};
/** A phrase that ends within a sentence, at a change of voice or speed, goes on at once. */
const KEPT_WITHIN = 0.03;

/** Seconds of silence that stay behind the last sound of a phrase. */
export function keptAfter(phonemes: string): number {
  return KEPT_AFTER[phonemes.at(-1) ?? ''] ?? KEPT_WITHIN;
}
