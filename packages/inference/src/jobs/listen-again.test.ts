import {
  type ListenAgainInput,
  type ListenAgainOutput,
  packed,
  VAD_WINDOW,
  type WindowReading,
} from '@locutor/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { pausedSpeech } from '../../test/paused-speech.ts';
import { speechDetector } from '../../test/speech-pool.ts';
import { SileroVad } from '../vad/silero.ts';
import { detectSpeechActivity } from '../vad/speech-activity.ts';
import { windowsIn } from '../vad/windows-of.ts';
import { listenAgain } from './listen-again.ts';

const noCheckpoint = async () => {};
let vad: SileroVad;

beforeAll(async () => {
  vad = await SileroVad.load(await speechDetector());
});

function run(input: ListenAgainInput): Promise<ListenAgainOutput> {
  return listenAgain.run(input, { loaded: vad, checkpoint: noCheckpoint } as never);
}

/** As `find-segments` judges a recording. */
async function judgedWhole(samples: Float32Array): Promise<Float32Array> {
  const readings: WindowReading[] = [];
  for await (const { reading } of detectSpeechActivity(asStream(samples), vad.another(), noCheckpoint)) {
    readings.push(reading);
  }
  return packed(readings);
}

async function* asStream(samples: Float32Array) {
  yield* windowsIn(samples);
}

describe.each(pausedSpeech)('$what', ({ load }) => {
  test('has the readings of a recording, in whatever steps it comes', async () => {
    const samples = (await load()).subarray(0, 9 * 16_000 + 100);
    const expected = await judgedWhole(samples);
    for (const windows of [40, 100, 170]) {
      let [state, judged]: [ListenAgainOutput['state'], number] = [undefined, 0];
      const readings: number[] = [];
      for (let end = 0; end < samples.length; ) {
        end = Math.min(samples.length, end + windows * VAD_WINDOW);
        const output = await run({
          samples: samples.subarray(judged * VAD_WINDOW, end),
          ...(state && { state }),
        });
        readings.splice(3 * judged, Number.POSITIVE_INFINITY, ...output.readings);
        state = output.state;
        judged += output.whole;
      }
      expect(readings).toHaveLength(expected.length);
      const furthest = Math.max(...expected.map((value, n) => Math.abs(value - readings[n]!)));
      expect(furthest).toBeLessThan(1e-4);
    }
  });

  test('is not judged for good before five seconds of it are known, and then by the second', async () => {
    const samples = await load();
    const first = await run({ samples: samples.subarray(0, 155 * VAD_WINDOW) });
    expect([first.whole, first.state]).toEqual([0, undefined]);
    const second = await run({ samples: samples.subarray(0, 189 * VAD_WINDOW) });
    expect(second.whole).toBe(188);
    expect(second.readings).toHaveLength(3 * 189);
  });
});
