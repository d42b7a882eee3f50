import type { SpeakerTurn } from '@locutor/contract';
import { percent, table } from '../table.ts';
import type { Conversation } from './assemble.ts';
import { speakerMapping } from './error-rate.ts';

const BOUNDS = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.000001];
/** Seconds from one look at who speaks to the next. */
const STEP = 0.05;

/** Shares of time in which the speaker of a turn speaks, where one person does, for turns of each confidence. */
export function reliabilityTable(
  all: readonly { conversation: Conversation; turns: readonly SpeakerTurn[] }[],
): string {
  const bins = BOUNDS.slice(1).map(() => ({ right: 0, looks: 0, sum: 0 }));
  for (const { conversation, turns } of all) {
    const truth = conversation.wholeTurns;
    const mapping = speakerMapping(truth, turns);
    for (const { start, end, speaker, confidence } of turns) {
      const bin = bins[BOUNDS.findIndex((bound) => confidence < bound) - 1]!;
      for (let time = start; time < end; time += STEP) {
        const speaking = truth.filter((turn) => turn.start < time && time < turn.end);
        if (speaking.length !== 1) continue;
        bin.looks += 1;
        bin.sum += confidence;
        if (mapping.get(speaker) === speaking[0]!.speaker) bin.right += 1;
      }
    }
  }
  const looks = bins.reduce((sum, bin) => sum + bin.looks, 0);
  const rows = bins.flatMap((bin, n) =>
    bin.looks === 0
      ? []
      : [
          [
            `${BOUNDS[n]!.toFixed(2)}–${Math.min(1, BOUNDS[n + 1]!).toFixed(2)}`,
            percent(bin.looks / looks),
            percent(bin.sum / bin.looks),
            percent(bin.right / bin.looks),
          ],
        ],
  );
  return table([['confidence', 'share of speech', 'mean confidence', 'right'], ...rows]);
}
