import type { SpeakerTurn } from '@locutor/contract';
import { interval, shareInterval } from '../statistics.ts';
import type { Conversation } from './assemble.ts';
import { added, errorRate, type SpeakerErrors, speakerErrors } from './error-rate.ts';
import { seededRandom } from './random.ts';

const DRAWS = 1000;

export interface Scored {
  collar: SpeakerErrors;
  /** With the pauses of an utterance as part of its turn. */
  whole: SpeakerErrors;
  withoutOverlap: SpeakerErrors;
  noCollar: SpeakerErrors;
  countRight: boolean;
}

export function scored(
  { turns: truth, wholeTurns, speakers }: Conversation,
  found: readonly SpeakerTurn[],
): Scored {
  return {
    collar: speakerErrors(truth, found, { collar: 0.25, overlap: true }),
    whole: speakerErrors(wholeTurns, found, { collar: 0.25, overlap: true }),
    withoutOverlap: speakerErrors(truth, found, { collar: 0.25, overlap: false }),
    noCollar: speakerErrors(truth, found, { collar: 0, overlap: true }),
    countRight: new Set(found.map(({ speaker }) => speaker)).size === speakers,
  };
}

const percent = (share: number) => (100 * share).toFixed(1);

/** One row of the table of errors. */
export function errorRow(name: string, all: readonly Scored[]): (string | number)[] {
  const collar = added(all.map((each) => each.collar));
  const right = all.filter(({ countRight }) => countRight).length;
  const parts = [collar.missed, collar.falseAlarm, collar.confused].map((each) =>
    percent(each / collar.speech),
  );
  return [
    name,
    all.length,
    percent(errorRate(collar)),
    rateInterval(all.map((each) => each.collar)),
    parts.join(' / '),
    percent(errorRate(added(all.map((each) => each.whole)))),
    percent(errorRate(added(all.map((each) => each.withoutOverlap)))),
    percent(errorRate(added(all.map((each) => each.noCollar)))),
    `${percent(right / all.length)} %`,
    wilson(right, all.length),
  ];
}

export const errorHeading = [
  'conversations',
  'number',
  'error %',
  '95 %',
  'missed / false / confused',
  'pauses in turns',
  'where one speaks',
  'no collar',
  'count right',
  '95 %',
];

/** Of the error rate, by drawing conversations with replacement. */
function rateInterval(all: readonly SpeakerErrors[]): string {
  const random = seededRandom(1);
  const rates = Array.from({ length: DRAWS }, () =>
    errorRate(added(all.map(() => all[Math.floor(random() * all.length)]!))),
  );
  return interval(rates).map(percent).join('–');
}

/** Of a share of so many. */
export function wilson(right: number, all: number): string {
  return shareInterval(right, all).map(percent).join('–');
}
