/**
 * Splits a written word that the grammar does not know into tokens that it may know: `5:30pm` into `5 : 3 0 pm`,
 * `R$1.500,20` into `R$ 1 . 5 0 0 , 2 0`, `twenty-five` into `twenty five`.
 *
 * SRGS has no character classes, so a grammar can only say "any number" over single digits. Splitting is
 * led by the grammar's own tokens: a grammar that lists `5:30` or `25` gets that word whole, one that lists no digits
 * gets numbers whole, and a mark that the grammar does not list is dropped like any other punctuation, unless it stands
 * between digits.
 *
 * Letters are spelled out in a code with digits, or where `isInitials` says that they were written as initials are. A
 * grammar that lists single letters would accept any sentence otherwise.
 */
export function splitWord(word: string, knows: (token: string) => boolean, isInitials = false): string[] {
  if (knows(word)) return [word];
  const isCode = DIGITS_INSIDE.test(word);
  const runs = word.match(RUNS) ?? [];
  const tokens: string[] = [];
  for (let at = 0; at < runs.length; ) {
    const joined = longestKnown(runs, at, knows);
    if (joined > 1) {
      tokens.push(runs.slice(at, at + joined).join(''));
      at += joined;
    } else {
      tokens.push(...splitRun(runs[at]!, runs[at - 1], runs[at + 1], { isCode, isInitials, knows }));
      at++;
    }
  }
  return tokens;
}

/** Letters with the apostrophes and accents between them, digits, or one mark. */
const RUNS = /\p{L}[\p{L}\p{M}'’]*|\p{Nd}+|[^\p{L}\p{Nd}\s]/gu;
const WRITTEN = /^[\p{L}\p{Nd}]/u;
const DIGITS = /^\p{Nd}/u;
const DIGITS_INSIDE = /\p{Nd}/u;
const SYMBOL = /^\p{S}$/u;

interface Splitting {
  readonly isCode: boolean;
  readonly isInitials: boolean;
  knows(token: string): boolean;
}

function splitRun(
  run: string,
  before: string | undefined,
  next: string | undefined,
  { isCode, isInitials, knows }: Splitting,
): string[] {
  if (WRITTEN.test(run)) {
    const characters = [...run];
    // The SEE of SEE12 is three letters, even where the word is known as a name of the letter C.
    const spelled = knows(run) ? isCode && !DIGITS.test(run) : isCode || isInitials;
    return spelled && characters.every(knows) ? characters : [run];
  }
  // A full stop after a number or a hyphen between words is punctuation; before a digit it says something, and
  // between digits so much that it is never dropped: 12:30 is not 1230.
  const leads = next !== undefined && DIGITS.test(next);
  const joins = leads && before !== undefined && DIGITS.test(before);
  return joins || ((leads || SYMBOL.test(run)) && knows(run)) ? [run] : [];
}

/** How many runs from `at` make the longest known token, `R` and `$` for instance; digits never join. */
function longestKnown(runs: readonly string[], at: number, knows: (token: string) => boolean): number {
  for (let end = Math.min(runs.length, at + MAX_JOINED); end > at + 1; end--) {
    const joined = runs.slice(at, end);
    if (!joined.some((run) => DIGITS.test(run)) && knows(joined.join(''))) return end - at;
  }
  return 1;
}

/** `p.m.` is four runs. */
const MAX_JOINED = 4;
