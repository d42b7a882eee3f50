/** How often a phrase of so many tokens may come in a row. A digit or a syllable may well be said five times. */
const MOST_TIMES = [0, 8, 6, 5, 4, 4, 4, 4, 4];

/**
 * Where a text has begun to go round in circles, how long it is with the phrase said once; undefined where it has not.
 * Decoders that lose the audio say one phrase for ever.
 */
export function beforeRepeats(tokens: readonly number[]): number | undefined {
  for (let size = 1; size < MOST_TIMES.length; size++) {
    const times = timesAtEnd(tokens, size);
    if (times > MOST_TIMES[size]!) return tokens.length - (times - 1) * size;
  }
  return undefined;
}

function timesAtEnd(tokens: readonly number[], size: number): number {
  let matching = 0;
  for (let at = tokens.length - 1; at >= size && tokens[at] === tokens[at - size]; at--) matching++;
  return 1 + Math.floor(matching / size);
}
