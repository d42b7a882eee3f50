/** How often a phrase of so many tokens may come in a row. A digit or a syllable may well be said five times. */
const MOST_TIMES = [0, 8, 6, 5, 4, 4, 4, 4, 4];

/** Whether a text has begun to go round in circles: decoders that lose the audio say one phrase for ever. */
export function repeats(tokens: readonly number[]): boolean {
  for (let size = 1; size < MOST_TIMES.length; size++) {
    if (timesAtEnd(tokens, size) > MOST_TIMES[size]!) return true;
  }
  return false;
}

function timesAtEnd(tokens: readonly number[], size: number): number {
  let matching = 0;
  for (let at = tokens.length - 1; at >= size && tokens[at] === tokens[at - size]; at--) matching++;
  return 1 + Math.floor(matching / size);
}
