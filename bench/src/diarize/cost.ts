import { table } from '../table.ts';
import type { ConversationSet } from './assembled.ts';
import type { InProcessDiarizer } from './in-process.ts';
import { RATE } from './people.ts';

/** Prints what one long audio costs, made of conversations one after the other. */
export async function printCost(
  diarizer: InProcessDiarizer,
  sets: readonly ConversationSet[],
  minutes: number,
): Promise<void> {
  const conversations = sets.flatMap((set) => set.conversations);
  const samples = new Float32Array(minutes * 60 * RATE);
  for (let [at, n] = [0, 0]; at < samples.length; n++) {
    const next = conversations[n % conversations.length]!.samples.subarray(0, samples.length - at);
    samples.set(next, at);
    at += next.length;
  }
  const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
  // Models are loaded, and the libraries have their buffers, before memory is looked at.
  await diarizer.diarize(conversations[0]!.samples);
  const before = process.memoryUsage.rss();
  diarizer.spentMs = 0;
  const { turns } = await diarizer.diarize(samples);
  const after = process.resourceUsage().maxRSS * 1024;
  const speakers = new Set(turns.map(({ speaker }) => speaker)).size;
  const share = `${(diarizer.spentMs / samples.length / (10 / RATE)).toFixed(2)} %`;
  console.log(
    `\nDiarization of one audio of ${minutes} minutes, ${turns.length} turns of ${speakers} speakers`,
  );
  console.log(
    table([
      ['processor time', 'share of the audio', 'memory before', 'most memory'],
      [`${(diarizer.spentMs / 1000).toFixed(0)} s`, share, megabytes(before), megabytes(after)],
    ]),
  );
}
