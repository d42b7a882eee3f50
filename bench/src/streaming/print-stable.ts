import { percent, table } from '../table.ts';
import { InProcessPool } from './in-process-pool.ts';
import { englishSets, type SpeechSet } from './live-clips.ts';
import { type PartialWords, partialWords } from './partial-words.ts';
import { steppedSession } from './stepped-session.ts';

interface Sum extends PartialWords {
  readonly clips: number;
  readonly words: number;
  readonly segments: number;
  /** Words that were stable before the last text, which mostly has all that was said. */
  readonly early: number;
  /** Segments whose result does not begin with the words that were stable. */
  readonly contradicted: number;
}

const NOTHING: Sum = {
  ...{ clips: 0, words: 0, early: 0, segments: 0, contradicted: 0 },
  ...{ shown: 0, changed: 0, stable: 0, broken: 0, wrong: 0 },
};

/**
 * How many words of partial results are stable, and how many of those change all the same, with a partial result for every
 * 0.32 s of audio. The rule was chosen with the speakers who are not held out.
 */
export async function printStable(most: number): Promise<void> {
  const pool = await InProcessPool.load(['moonshine-base']);
  const rows: (string | number)[][] = [];
  for (const set of englishSets) {
    const halves = await sums(pool, set, most);
    for (const [half, sum] of Object.entries(halves))
      if (sum.clips > 0) rows.push([set.name, half, ...cells(sum)]);
  }
  if (rows.length === 0) {
    console.log('The recordings are not on this machine.');
    return;
  }
  console.log('\nStable words of partial results, and what became of them in the result');
  const heading = [
    'number',
    'words',
    'shown, changed',
    'stable',
    'before',
    'wrong',
    'in another place',
    'segments',
    'contradicted',
  ];
  console.log(table([['clips', 'speakers', ...heading], ...rows]));
  console.log('before: of the words of results, those that were stable before the last partial result.');
  console.log(
    'stable: of the words of results. wrong: of the stable words, those that the result lacks. contradicted:',
  );
  console.log('segments whose result does not begin with what was stable, of those where something was.');
}

async function sums(pool: InProcessPool, set: SpeechSet, most: number) {
  const halves = { 'chosen with': NOTHING, 'held out': NOTHING };
  for await (const { samples, isHeldOut } of set.clips(most)) {
    const half = isHeldOut ? 'held out' : 'chosen with';
    const { segments } = await steppedSession(pool, samples, set);
    const clip = segments.map(({ partials, text }) => {
      const early = partialWords(partials.slice(0, -1), text).stable;
      return { ...added(partialWords(partials, text), text), early };
    });
    halves[half] = [{ ...NOTHING, clips: 1 }, ...clip].reduce(plus, halves[half]);
  }
  return halves;
}

function added(words: PartialWords, text: string): Omit<Sum, 'early'> {
  const count = text.split(/\s+/).filter(Boolean).length;
  const some = { segments: words.stable > 0 ? 1 : 0, contradicted: words.broken > 0 ? 1 : 0 };
  return { ...words, ...some, clips: 0, words: count };
}

function plus(a: Sum, b: Sum): Sum {
  const keys = Object.keys(NOTHING) as (keyof Sum)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as unknown as Sum;
}

function cells(sum: Sum) {
  const { clips, words, shown, changed, stable, early, wrong, broken, segments, contradicted } = sum;
  const share = (some: number, all: number) => (all === 0 ? '–' : percent(some / all));
  return [
    ...[clips, words, share(changed, shown), share(stable, words), share(early, words)],
    ...[share(wrong, stable), share(broken, stable), segments, contradicted],
  ];
}
