import { isDeepStrictEqual } from 'node:util';
import { joinSamples } from '@locutor/audio';
import {
  type AudioSegment,
  defaultEndpointer,
  type FindSegmentsInput,
  type SegmentRequest,
} from '@locutor/contract';
import { ModelStore } from '@locutor/models';
import { describe, expect, test } from 'vitest';
import { pausedSpeech } from '../../test/paused-speech.ts';
import { modelsDir, speechPool } from '../../test/speech-pool.ts';
import { vowel } from '../../test/vowel.ts';
import { wav } from '../../test/wav.ts';

const RATE = 16_000;
const LONGEST = 20;
const pool = speechPool(1, { audio: { maxSeconds: LONGEST } });
const recognizerMissing = new ModelStore({ dir: modelsDir }).missing(['moonshine-base']).length > 0;

async function find(input: Omit<FindSegmentsInput, 'endpointer' | 'firstOnly'> & Partial<FindSegmentsInput>) {
  const segments: AudioSegment[] = [];
  const output = await pool().run(
    'find-segments',
    { endpointer: defaultEndpointer, firstOnly: false, ...input },
    { onPartial: (segment) => segments.push(segment) },
  );
  return { segments, output };
}

function silence(seconds: number): Float32Array {
  return new Float32Array(seconds * RATE);
}

function rounded(segments: readonly AudioSegment[]) {
  return segments.map(({ start, end }) => [Math.round(start), Math.round(end)]);
}

describe.each(pausedSpeech)('$what', ({ load }) => {
  test('is given out segment by segment, with the samples of each', async () => {
    const samples = await load();
    const { segments, output } = await find({ audio: { samples } });
    expect(output).toMatchObject({ segments: 3, ended: 'end-of-audio' });
    expect(output.seconds).toBeCloseTo(11);
    expect(rounded(segments)).toEqual([
      [0, 3],
      [3, 5],
      [5, 11],
    ]);
    for (const segment of segments) {
      const first = Math.round(segment.audioStart * RATE);
      const expected = samples.slice(first, first + segment.samples.length);
      // Not toEqual, which takes seconds for so many samples.
      expect(isDeepStrictEqual(segment.samples, expected)).toBe(true);
    }
  });

  test('in a file is found while the file is decoded', async () => {
    const { segments } = await find({ audio: { bytes: wav(await load()) } });
    expect(rounded(segments)).toHaveLength(3);
  });

  test('that is very soft is found as well', async () => {
    const samples = (await load()).map((sample) => Math.round(sample * 0.01 * 32768) / 32768);
    expect((await find({ audio: { samples } })).segments.length).toBeGreaterThanOrEqual(3);
  });

  test('ends the search after the first segment when that is enough', async () => {
    const { segments, output } = await find({ audio: { samples: await load() }, firstOnly: true });
    expect(output).toMatchObject({ segments: 1, ended: 'first-segment' });
    expect(output.seconds).toBeLessThan(5);
    expect(segments).toHaveLength(1);
  });

  test('is one segment without the endpointer', async () => {
    const samples = await load();
    const { segments } = await find({
      audio: { samples },
      endpointer: { ...defaultEndpointer, enabled: false },
    });
    expect(rounded(segments)).toEqual([[0, 11]]);
    expect(segments[0]!.speech.length).toBeGreaterThan(2);
  });

  test('that is there from the start is early, where silence was wanted first', async () => {
    const samples = await load();
    const demanding = { ...defaultEndpointer, requireInitialSilence: true };
    const begun = await find({ audio: { samples: samples.slice(RATE) }, endpointer: demanding });
    expect(begun.output).toMatchObject({ segments: 0, ended: 'early-speech' });
    expect((await find({ audio: { samples }, endpointer: demanding })).segments).toHaveLength(3);
  });

  test('that comes too late is not waited for', async () => {
    const samples = joinSamples([silence(6), await load()]);
    const late = await find({ audio: { samples }, noInputTimeout: 5000 });
    expect(late.output).toMatchObject({ segments: 0, ended: 'no-input' });
    expect(late.output.seconds).toBeLessThan(5.2);
    const { segments } = await find({ audio: { samples }, noInputTimeout: 7000 });
    expect(segments).toHaveLength(3);
  });

  test.each([
    [999, 'no-input'],
    [1000, 'no-input'],
    [1001, 'end-of-audio'],
  ])(
    'that is not in a second of audio is too late for a timer of %i ms: %s',
    async (noInputTimeout, ended) => {
      const audio = { samples: silence(1) };
      for (const enabled of [true, false]) {
        const endpointer = { ...defaultEndpointer, enabled };
        const { output } = await find({ audio, noInputTimeout, endpointer });
        expect(output).toEqual({ seconds: 1, segments: 0, ended });
      }
    },
  );

  test('of long audio is found in several jobs', async () => {
    const samples = await load();
    const long = joinSamples([samples, silence(5), samples, silence(2), samples]);
    const whole = await find({ audio: { samples: long } });
    const first = await find({ audio: { samples: long }, stretch: 12 });
    expect(first.output).toMatchObject({ ended: 'paused' });
    expect(first.output.seconds).toBeLessThan(14);
    const second = await find({ audio: { samples: long }, resume: first.output.resume! });
    expect(second.output).toMatchObject({ ended: 'end-of-audio', seconds: 40 });
    const found = [...first.segments, ...second.segments];
    expect(found.length).toBeGreaterThan(6);
    expect(found.map(({ index }) => index)).toEqual(found.map((_, index) => index));
    expect(rounded(found)).toEqual(rounded(whole.segments));
    for (const { audioStart, samples: found } of second.segments) {
      const at = Math.round(audioStart * RATE);
      expect(isDeepStrictEqual(found, long.slice(at, at + found.length))).toBe(true);
    }
  });
});

describe.each(pausedSpeech)(
  'a segment of $what that may be recognised where it is found',
  ({ load, said }) => {
    const recognize: SegmentRequest = {
      model: 'moonshine-base',
      language: 'en',
      sentences: 1,
      words: 'first',
      written: false,
    };

    test('is, if there is no other', async (context) => {
      const samples = await load();
      if (recognizerMissing) context.skip('moonshine-base is not in the model cache');
      const plain = await find({ audio: { samples }, firstOnly: true });
      const { segments, output } = await find({ audio: { samples }, firstOnly: true, recognize });
      expect(segments).toHaveLength(1);
      expect(segments[0]!.samples).toHaveLength(0);
      const { samples: audio, ...segment } = plain.segments[0]!;
      const { recognized, ...search } = output;
      const own = { audioEnd: segment.audioStart + audio.length / RATE, search };
      expect(segments[0]).toMatchObject({ ...segment, own });
      expect(search).toEqual(plain.output);
      expect(recognized!.alternatives[0]!.text).toMatch(said);
      expect(recognized!.alternatives[0]!.words.length).toBeGreaterThan(3);
    });

    test('is given out with its samples, if there are others', async () => {
      const samples = await load();
      const { segments, output } = await find({ audio: { samples }, recognize });
      expect(output.recognized).toBeUndefined();
      expect(isDeepStrictEqual(segments, (await find({ audio: { samples } })).segments)).toBe(true);
    });

    test('is given out when none follows for long, and when the search pauses', async () => {
      const samples = joinSamples([(await load()).subarray(0, 2.5 * RATE), silence(35)]);
      for (const stretch of [300, 12]) {
        const { segments, output } = await find({ audio: { samples }, recognize, stretch });
        expect(output).toMatchObject({ segments: 1, ended: stretch === 300 ? 'end-of-audio' : 'paused' });
        expect(output.recognized).toBeUndefined();
        expect(segments[0]!.samples.length).toBeGreaterThan(RATE);
      }
    });
  },
);

describe('a vowel that fills its clip', () => {
  test.each([
    ['in which no speech begins', 100],
    ['in which speech begins and that is none if it is heard again', 120],
  ])('is a segment: one %s', async (_, pitch) => {
    for (const enabled of [true, false]) {
      const { segments } = await find({
        audio: { samples: vowel(pitch, 0.35) },
        endpointer: { ...defaultEndpointer, enabled },
      });
      expect(segments).toMatchObject([{ index: 0, start: 0, audioStart: 0 }]);
      expect(segments[0]!.samples.length).toBeGreaterThan(0.3 * RATE);
    }
  });

  test('is one where noise of the same length is none', async () => {
    // Every sample has a sign of its own that no pattern is heard in.
    const samples = vowel(100, 0.35).map((_, at) => 0.3 * Math.sign(Math.sin(at * at)));
    expect((await find({ audio: { samples } })).segments).toEqual([]);
  });
});

describe('audio', () => {
  test('without speech has no segment', async () => {
    for (const samples of [silence(3), new Float32Array(0)]) {
      const { output } = await find({ audio: { samples } });
      expect(output).toMatchObject({ segments: 0, ended: 'end-of-audio' });
      expect(output.seconds).toBeCloseTo(samples.length / RATE);
    }
  });

  test('that goes on past the limit says so', async () => {
    const bytes = new Uint8Array((LONGEST + 5) * 8000).fill(0xff);
    const audio = { bytes, decode: { raw: { encoding: 'ulaw', rate: 8000 } } } as const;
    const { output } = await find({ audio });
    expect(output.ended).toBe('too-long');
    expect(output.seconds).toBeCloseTo(LONGEST);
  });

  test('that cannot be decoded is answered with the reason', async () => {
    const answer = find({ audio: { bytes: Buffer.from('no audio file at all') } });
    await expect(answer).rejects.toMatchObject({ code: 'AUDIO_INVALID', data: { reason: 'unknown-format' } });
  });
});

test('a caller that leaves frees the process between two windows', async () => {
  const controller = new AbortController();
  const input = { audio: { samples: silence(290) }, endpointer: defaultEndpointer, firstOnly: false };
  const long = pool().run('find-segments', input, { signal: controller.signal });
  setTimeout(() => controller.abort(), 300);
  await expect(long).rejects.toMatchObject({ code: 'JOB_CANCELED' });
  expect((await find({ audio: { samples: silence(1) } })).output.seconds).toBe(1);
  expect(pool().state().processes[0]!.restarts).toBe(0);
});
