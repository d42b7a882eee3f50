import { InProcessEngine } from '../recognize/in-process.ts';
import { table } from '../table.ts';
import type { ConversationSet } from './assembled.ts';
import type { InProcessDiarizer } from './in-process.ts';
import { RATE } from './people.ts';
import { progressBar } from './progress.ts';
import { wilson } from './score.ts';
import { wordCauses } from './word-causes.ts';
import { wordsAtChanges } from './words.ts';

/** Prints to whom words at turn changes go, why others do not, and what diarization costs beside recognition. */
export async function printWords(
  diarizer: InProcessDiarizer,
  sets: readonly ConversationSet[],
  settings: Parameters<typeof InProcessEngine.load>[0],
): Promise<void> {
  const engine = await InProcessEngine.load(settings);
  const rows: (string | number)[][] = [];
  let seconds = 0;
  diarizer.spentMs = 0;
  for (const { name, conversations } of sets) {
    const step = progressBar(`words, ${name}`, conversations.length);
    const counts = { right: 0, all: 0, causes: new Map(wordCauses.map((cause) => [cause, 0])) };
    for (const conversation of conversations) {
      const { turns } = await diarizer.diarize(conversation.samples);
      const { right, all, causes } = await wordsAtChanges(conversation, turns, engine);
      counts.right += right;
      counts.all += all;
      for (const cause of causes) counts.causes.set(cause, counts.causes.get(cause)! + 1);
      seconds += conversation.samples.length / RATE;
      step();
    }
    const share = ((100 * counts.right) / counts.all).toFixed(1);
    rows.push([
      name,
      counts.all,
      `${share} %`,
      wilson(counts.right, counts.all),
      ...wordCauses.map((cause) => counts.causes.get(cause)!),
    ]);
  }
  console.log('\nFirst and last words of turns that go to the right speaker, and why others do not');
  console.log(table([['conversations', 'words', 'right', '95 %', ...wordCauses], ...rows]));
  const recognition = engine.spent['find-segments'] + engine.spent['recognize-segment'];
  const share = (ms: number) => `${(ms / seconds / 10).toFixed(2)} %`;
  console.log(`\nProcessor time for ${(seconds / 60).toFixed(0)} minutes of audio, in one run`);
  const relative = `${((100 * diarizer.spentMs) / recognition).toFixed(1)} %`;
  console.log(
    table([
      ['work', 'share of the audio', 'of recognition'],
      ['recognition', share(recognition), '100 %'],
      ['diarization', share(diarizer.spentMs), relative],
    ]),
  );
}
