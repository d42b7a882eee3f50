import { decodeLive } from '@locutor/audio';
import {
  answerOf,
  defineJob,
  type EngineSettings,
  engineSettings,
  type JobContext,
  type ListenInput,
  type ListenOutput,
  packed,
  SAMPLE_RATE,
  traced,
  VAD_WINDOW,
  type WindowReading,
} from '@locutor/contract';
import { sharedDetector } from '../vad/shared-detector.ts';
import type { SileroVad } from '../vad/silero.ts';
import { LevelledVad } from '../vad/speech-activity.ts';
import { windowsIn } from '../vad/windows-of.ts';

/**
 * Level that the loudest window is taken to have before there was one: speech over a telephone. Nobody can look ahead
 * in audio that is still being spoken, and without it the first breath of noise would be as loud as speech.
 */
const EXPECTED_LEVEL = 0.05;

interface Loaded {
  settings: EngineSettings;
  vad: SileroVad;
}

/** Decodes the next part of audio that is still being spoken, and judges where speech is in it. */
export const listen = defineJob({
  kind: 'listen',

  async load(context): Promise<Loaded> {
    return { settings: engineSettings(context.settings), vad: await sharedDetector(context) };
  },

  async run(input: ListenInput, context: JobContext<Loaded>): Promise<ListenOutput> {
    const { loaded, signal, checkpoint } = context;
    const { audio: limits } = loaded.settings;
    const request = {
      ...input.decode,
      ...(limits && { limits }),
      rate: SAMPLE_RATE,
      signal,
      last: input.last,
      block: VAD_WINDOW,
    };
    const part = await traced('decode', () => decodeLive(input.bytes, request, input.state?.position)).catch(
      (error: unknown) => {
        throw answerOf(error);
      },
    );
    const detector = new LevelledVad(loaded.vad.another(), checkpoint, EXPECTED_LEVEL);
    if (input.state) detector.restore(input.state.detector);
    const readings: WindowReading[] = [];
    for await (const { reading } of detector.judge(windowsIn(part.samples), false)) readings.push(reading);
    const state = { position: part.next, detector: detector.state };
    return {
      samples: part.samples,
      readings: packed(readings),
      keep: part.keep,
      state,
      ...(part.whole && { whole: true as const }),
      ...(part.least !== undefined && { least: part.least }),
    };
  },
});
