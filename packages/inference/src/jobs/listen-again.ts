import {
  defineJob,
  type JobContext,
  type ListenAgainInput,
  type ListenAgainOutput,
  packed,
  type WindowReading,
  windowsTogether,
} from '@locutor/contract';
import { sharedDetector } from '../vad/shared-detector.ts';
import type { SileroVad } from '../vad/silero.ts';
import { LevelledVad } from '../vad/speech-activity.ts';
import { windowsIn } from '../vad/windows-of.ts';

/** Judges audio of a session in the parts in which `find-segments` judges a recording. */
export const listenAgain = defineJob({
  kind: 'listen-again',

  load: (context) => sharedDetector(context),

  async run(input: ListenAgainInput, context: JobContext<SileroVad>): Promise<ListenAgainOutput> {
    const detector = new LevelledVad(context.loaded.another(), context.checkpoint);
    let { state } = input;
    if (state) detector.restore(state);
    const windows = windowsIn(input.samples);
    const readings: WindowReading[] = [];
    let whole = 0;
    while (readings.length < windows.length) {
      const enough = windowsTogether(state === undefined);
      const part = windows.slice(readings.length, readings.length + enough);
      for await (const { reading } of detector.judge(part)) readings.push(reading);
      if (part.length < enough) break;
      whole = readings.length;
      state = detector.state;
    }
    return { readings: packed(readings), whole, ...(state && { state }) };
  },
});
