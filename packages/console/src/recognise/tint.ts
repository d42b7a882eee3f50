/** Scores from which a word is as good as certain, and below which it is hardly more than a guess. */
const SURE = 90;
const DOUBTFUL = 40;

/** The less certain a word, the more of the warning colour; the text keeps its contrast. */
export function tint(score: number): { readonly '--doubt': string } {
  const doubt = Math.max(0, Math.min(1, (SURE - score) / (SURE - DOUBTFUL)));
  return { '--doubt': `${Math.round(100 * doubt)}%` };
}
