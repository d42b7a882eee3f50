import type { SpeakerTurn } from '@locutor/contract';
import { table } from '../table.ts';
import type { Conversation } from './assemble.ts';
import type { ConversationSet } from './assembled.ts';
import type { InProcessDiarizer } from './in-process.ts';
import { progressBar } from './progress.ts';
import { reliabilityTable } from './reliability.ts';
import { errorHeading, errorRow, type Scored, scored } from './score.ts';

/** Prints the errors of all sets, of their sums, and how often the speaker is right at each confidence. */
export async function printErrors(
  diarizer: InProcessDiarizer,
  sets: readonly ConversationSet[],
  meetings: readonly Conversation[],
  people: string,
): Promise<void> {
  const rows: (string | number)[][] = [];
  const [inTurns, overlapping]: [Scored[], Scored[]] = [[], []];
  const assembled: { conversation: Conversation; turns: readonly SpeakerTurn[] }[] = [];
  const scoresOf = async (name: string, conversations: readonly Conversation[]) => {
    const step = progressBar(name, conversations.length);
    const all: Scored[] = [];
    for (const conversation of conversations) {
      const { turns } = await diarizer.diarize(conversation.samples);
      all.push(scored(conversation, turns));
      if (conversation.wholeTurns !== conversation.turns) assembled.push({ conversation, turns });
      step();
    }
    return all;
  };
  for (const { name, overlap, conversations } of sets) {
    const all = await scoresOf(name, conversations);
    (overlap ? overlapping : inTurns).push(...all);
    rows.push(errorRow(name, all));
  }
  if (sets.length > 0) {
    rows.push(errorRow('all in turns', inTurns), errorRow('all overlapping', overlapping));
    rows.push(errorRow('all', [...inTurns, ...overlapping]));
  }
  if (meetings.length > 0) rows.push(errorRow('meetings', await scoresOf('meetings', meetings)));
  console.log(`\nDiarization error with a collar of 0.25 s; ${people}`);
  console.log(table([errorHeading, ...rows]));
  if (assembled.length > 0) {
    console.log('\nHow often the speaker is right where one speaks, by the confidence of the turn');
    console.log(reliabilityTable(assembled));
  }
}
