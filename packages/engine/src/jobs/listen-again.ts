import { defineJob, type JobContext } from '../contract/define-job.ts';
import type { ListenAgainInput, ListenAgainOutput } from '../contract/listen.ts';
import { windowsTogether } from '../listen/judged-parts.ts';
import type { SileroVad } from '../listen/silero.ts';
import { LevelledVad } from '../listen/speech-activity.ts';
import { packed, type WindowReading } from '../listen/window-reading.ts';
import { windowsIn } from '../listen/windows-of.ts';
import { sharedDetector } from './recognize-segment.ts';

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
