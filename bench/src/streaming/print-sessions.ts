import type { BenchServer } from '../bench-server.ts';
import { quantile } from '../statistics.ts';
import { percent, table } from '../table.ts';
import { type LiveClip, measureLive } from './measure-live.ts';
import { processorSeconds } from './processor-time.ts';
import type { SpokenClip } from './spoken-clips.ts';

export interface SessionCounts {
  /** Rows of the table. */
  readonly counts: readonly number[];
  /** How many sessions are tried at most to find out how many a core serves. */
  readonly most: number;
  readonly workers: number;
}

/** A caller who waits longer than this, in milliseconds beyond the silence that ends a segment, waits too long. */
const TOO_LONG = 1000;
/** Clips of every caller at least. */
const LEAST_EACH = 3;

/** How soon results come with so many callers, and how many there can be. */
export async function printSessions(
  server: BenchServer,
  clips: readonly SpokenClip[],
  { counts, most, workers }: SessionCounts,
): Promise<void> {
  // The first recognition loads the model.
  await measureLive(server.url, clips.slice(0, 1), 1, 1);
  const rows: (string | number)[][] = [];
  const more = Array.from({ length: 8 }, (_, n) => Math.max(...counts) + 4 * (n + 1));
  let served = 0;
  for (const sessions of [...counts, ...more.filter((count) => count <= most)]) {
    const each = Math.max(LEAST_EACH, Math.ceil(clips.length / sessions));
    const [spent, begun] = [processorSeconds(server), performance.now()];
    const done = await measureLive(server.url, clips, sessions, each);
    const cores = (processorSeconds(server) - spent) / ((performance.now() - begun) / 1000);
    const { row, late } = figures(done);
    rows.push([sessions, ...row, cores.toFixed(2)]);
    if (late <= TOO_LONG) served = sessions;
    else if (sessions >= Math.max(...counts)) break;
  }
  console.log(
    `\nLive sessions in real time, ${workers} engine ${workers === 1 ? 'process' : 'processes'}; milliseconds`,
  );
  const heading = [
    'sessions',
    'clips',
    'p50',
    'p95',
    'end p50',
    'p95',
    'start p50',
    'first word p50',
    'p95',
    'longest',
    'changed',
    'stable, changed',
  ];
  console.log(table([[...heading, 'cores'], ...rows]));
  console.log(
    'p50, p95: from the end of speech to its result, beyond the 1000 ms of silence that end it. end: the same to',
  );
  console.log(
    'END_OF_SPEECH. start: START_OF_SPEECH; first word: the first partial result, both from the start of speech.',
  );
  console.log('changed: of the words that partial results showed.');
  console.log(`Most sessions with p95 within ${TOO_LONG} ms: ${served}`);
}

function figures(done: readonly LiveClip[]): { row: (string | number)[]; late: number } {
  const ms = (values: readonly (number | undefined)[], part: number) =>
    quantile(
      values.filter((value) => value !== undefined),
      part,
    ).toFixed(0);
  const latencies = done.map(({ latency }) => latency);
  const firsts = done.map(({ firstWord }) => firstWord);
  const ends = done.map(({ endOfSpeech }) => endOfSpeech);
  const sum = (count: (clip: LiveClip) => number) => done.reduce((all, clip) => all + count(clip), 0);
  const share = (some: number, all: number) => (all === 0 ? '–' : percent(some / all));
  const row = [
    done.length,
    ms(latencies, 0.5),
    ms(latencies, 0.95),
    ms(ends, 0.5),
    ms(ends, 0.95),
    ms(
      done.map(({ startOfSpeech }) => startOfSpeech),
      0.5,
    ),
    ms(firsts, 0.5),
    ms(firsts, 0.95),
    ms(firsts, 1),
    share(
      sum(({ words }) => words.changed),
      sum(({ words }) => words.shown),
    ),
    share(
      sum(({ words }) => words.broken),
      sum(({ words }) => words.stable),
    ),
  ];
  return { row, late: quantile(latencies, 0.95) };
}
