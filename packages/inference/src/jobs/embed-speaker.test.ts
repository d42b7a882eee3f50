import { decodeAudio, joinSamples } from '@locutor/audio';
import type { EmbeddedAudio, EmbeddedUtterance } from '@locutor/contract';
import { createEnginePool, Speakers } from '@locutor/engine';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { EMBEDDING, readVoice } from '@locutor/voices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { telephoneCopy } from '../embed/telephone-copy.ts';
import { recorded } from '../embed/test-support/voices.ts';

const RATE = 16_000;
const LONGEST = 60;
const plenty = { speechSeconds: 120, utterances: 20 };

let store: ModelStore;
let pool: ReturnType<typeof createEnginePool>;
let speakers: Speakers;
/** Each with 0.4 s of silence around. */
let sentences: Float32Array[];

beforeAll(async () => {
  store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
  await store.fetch(['silero-vad', 'speaker-embedding']);
  pool = createEnginePool({
    processes: 1,
    settings: {
      voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
      speakerModel: store.path('speaker-embedding', 'embedding.ort'),
      audio: { maxSeconds: LONGEST },
    },
  });
  await pool.start();
  speakers = new Speakers(pool);
  sentences = [];
  for (const n of [1, 2, 3] as const) sentences.push((await decodeAudio(recorded('even', n))).samples);
});

afterAll(() => pool?.drain({ timeoutMs: 0 }));

function causes({ utterances }: EmbeddedAudio): string[] {
  return utterances.map(({ rejected }) => rejected ?? 'used');
}

function total({ utterances }: EmbeddedAudio): number {
  return utterances.reduce((sum, { speech, voice }) => sum + (voice ? speech : 0), 0);
}

describe('utterances', () => {
  test('are found in a file, with what their voice is like', async () => {
    const found = await speakers.listen({ bytes: recorded('even', 1) }, plenty);
    expect(causes(found)).toEqual(['used']);
    const [{ start, end, speech, voice }] = found.utterances as [EmbeddedAudio['utterances'][number]];
    expect(found.seconds).toBeCloseTo(sentences[0]!.length / RATE);
    expect(start).toBeGreaterThan(0.3);
    expect(end).toBeLessThan(found.seconds - 0.3);
    expect(speech).toBeGreaterThan(1.5);
    expect(speech).toBeLessThanOrEqual(end - start + 1e-9);
    const { embedding, narrow } = readVoice(voice!)[0]!;
    expect(narrow).toBe(false);
    const speeds = [embedding.subarray(0, EMBEDDING), embedding.subarray(EMBEDDING)];
    for (const one of speeds) expect(Math.hypot(...one)).toBeCloseTo(1, 4);
    expect(speeds[0]).not.toEqual(speeds[1]);
  });

  test('are separated by silence, and have the times of the whole audio', async () => {
    const found = await speakers.listen({ samples: joinSamples(sentences) }, plenty);
    expect(causes(found)).toEqual(['used', 'used', 'used']);
    expect(found.exceeded).toBeUndefined();
    const alone = await speakers.listen({ samples: sentences[1]! }, plenty);
    const before = sentences[0]!.length / RATE;
    expect(found.utterances[1]!.start).toBeCloseTo(alone.utterances[0]!.start + before, 0);
  });

  test('end at the pause that is asked for', async () => {
    const [first, second] = sentences as [Float32Array, Float32Array];
    // 0.4 s of silence behind the first, 0.4 s before the second.
    const samples = joinSamples([first, second]);
    const count = async (endSilence?: number) =>
      (await speakers.listen({ samples }, plenty, endSilence === undefined ? {} : { endSilence })).utterances
        .length;
    const short = await count(0.25);
    expect(short).toBeGreaterThan(1);
    expect(await count()).toBeLessThanOrEqual(short);
    expect(await count(1.5)).toBe(1);
  });

  test('can be embedded in halves as well', async () => {
    const whole = await speakers.listen({ samples: sentences[0]! }, plenty);
    const halves = await speakers.listen({ samples: sentences[0]! }, plenty, { halves: true });
    expect(readVoice(whole.utterances[0]!.voice!)).toHaveLength(1);
    const [all, first, second] = readVoice(halves.utterances[0]!.voice!);
    expect(first!.speech + second!.speech).toBeCloseTo(all!.speech);
  });

  test('have a telephone copy where that is asked for, unless they came over a telephone', async () => {
    const samples = sentences[0]!;
    const parts = async (samples: Float32Array) => {
      const { utterances } = await speakers.listen({ samples }, plenty, { telephoneCopy: true });
      return readVoice(utterances[0]!.voice!);
    };
    const [whole, copy] = await parts(samples);
    expect([whole!.isTelephoneCopy, copy!.isTelephoneCopy]).toEqual([undefined, true]);
    expect([whole!.narrow, copy!.narrow]).toEqual([false, true]);
    expect(copy!.speech).toBe(whole!.speech);
    const [narrow, ...others] = await parts(telephoneCopy([samples])[0]!);
    expect(others).toEqual([]);
    const alike = (other: Float32Array) =>
      narrow!.embedding.reduce((sum, value, n) => sum + value * other[n]!, 0);
    expect(alike(copy!.embedding)).toBeGreaterThan(alike(whole!.embedding));
  });

  test('come with their audio and the score of the spoofing detector where that is asked for', async () => {
    const samples = joinSamples(sentences);
    const bare = await speakers.listen({ samples }, plenty);
    for (const utterance of bare.utterances) {
      expect(utterance).not.toHaveProperty('sound');
      expect(utterance).not.toHaveProperty('spoofing');
    }
    const asked = { sound: true, spoofing: true };
    const { utterances } = await speakers.listen({ samples }, { ...plenty, utterances: 2 }, asked);
    expect(utterances.map(({ sound, spoofing }) => [sound, spoofing].includes(undefined))).toEqual([
      false,
      false,
      true,
    ]);
    for (const { start, end, sound, spoofing, rejected } of utterances) {
      if (rejected) continue;
      const { samples: own, start: from, end: to } = sound!;
      expect(to - from).toBeCloseTo(end - start, 3);
      const at = Math.round((start - from) * RATE);
      expect(own).toEqual(samples.slice(at, at + own.length));
      expect(Number.isFinite(spoofing!.score)).toBe(true);
      expect(spoofing!.band).toBe('wide');
    }
    // The level of a recording says nothing about how it was made.
    const soft = samples.map((sample) => sample / 8);
    const { utterances: softly } = await speakers.listen({ samples: soft }, plenty, asked);
    expect(softly[0]!.spoofing!.score).toBeCloseTo(utterances[0]!.spoofing!.score, 1);
  });

  test('of one long breath are embedded whatever their length', async () => {
    const voiced = sentences.map((samples) => samples.subarray(0.45 * RATE, samples.length - 0.45 * RATE));
    const long = joinSamples([...voiced, ...voiced]);
    const found = await speakers.listen({ samples: long }, plenty);
    expect(total(found)).toBeGreaterThan(10.5);
    expect(found.utterances.filter(({ voice }) => voice).length).toBeGreaterThan(0);
  });
});

describe('an allowance', () => {
  test('of utterances leaves the others trimmed, without a voice', async () => {
    const found = await speakers.listen(
      { samples: joinSamples(sentences) },
      { speechSeconds: 120, utterances: 1 },
    );
    expect(causes(found)).toEqual(['used', 'trimmed', 'trimmed']);
    expect(found.exceeded).toBe('utterances');
    expect(found.utterances.map(({ voice }) => voice !== undefined)).toEqual([true, false, false]);
  });

  test('of speech cuts the utterance that reaches it; what follows is trimmed', async () => {
    const found = await speakers.listen(
      { samples: joinSamples(sentences) },
      { speechSeconds: 3.5, utterances: 20 },
    );
    expect(causes(found)).toEqual(['used', 'used', 'trimmed', 'trimmed']);
    expect(found.exceeded).toBe('speech');
    expect(total(found)).toBeGreaterThan(3.4);
    expect(total(found)).toBeLessThanOrEqual(3.5);
    expect(found.utterances[2]!.start).toBe(found.utterances[1]!.end);
  });

  test('passes over what is too short for all that is needed', async () => {
    const [first, second, third] = sentences as [Float32Array, Float32Array, Float32Array];
    const word = first.subarray(0, RATE);
    const found = await speakers.listen(
      { samples: joinSamples([word, new Float32Array(RATE), second, third]) },
      { speechSeconds: 120, utterances: 1, neededSeconds: 1 },
    );
    expect(causes(found)).toEqual(['trimmed', 'used', 'trimmed']);
    expect(found.utterances.map(({ trimmedBy }) => trimmedBy)).toEqual([
      'utterances',
      undefined,
      'utterances',
    ]);
  });

  test('of speech is exceeded by what goes on, of however little, and only by that', async () => {
    const [{ speech }] = (await speakers.listen({ samples: sentences[0]! }, plenty)).utterances as [
      EmbeddedUtterance,
    ];
    const beyond = async (seconds: number) => {
      const allowance = { speechSeconds: speech - seconds, utterances: 1 };
      const found = await speakers.listen({ samples: sentences[0]! }, allowance);
      return [...causes(found), found.exceeded];
    };
    expect(await beyond(0)).toEqual(['used', undefined]);
    expect(await beyond(0.001)).toEqual(['used', 'trimmed', 'speech']);
    expect(await beyond(0.1)).toEqual(['used', 'trimmed', 'speech']);
    expect(await beyond(1)).toEqual(['used', 'trimmed', 'speech']);
  });

  test('of speech is used up where it is needed, however little is left of it', async () => {
    const [first, second] = sentences as [Float32Array, Float32Array];
    const audio = { samples: joinSamples([first, new Float32Array(RATE), second]) };
    const [{ speech }] = (await speakers.listen(audio, plenty)).utterances as [EmbeddedUtterance];
    const speechSeconds = speech + 0.13;
    const spared = await speakers.listen(audio, { speechSeconds, utterances: 5 });
    expect(causes(spared)).toEqual(['used', 'trimmed']);
    const needed = await speakers.listen(audio, {
      speechSeconds,
      utterances: 5,
      neededSeconds: speechSeconds - 0.032,
    });
    expect(causes(needed)).toEqual(['used', 'used', 'trimmed']);
    expect(total(needed)).toBeGreaterThan(speechSeconds - 0.033);
    expect(total(needed)).toBeLessThanOrEqual(speechSeconds);
  });

  test('of speech that is not exceeded changes nothing', async () => {
    const free = await speakers.listen({ samples: sentences[0]! }, plenty);
    const speechMs = Math.round(1000 * free.utterances[0]!.speech);
    for (const ms of [speechMs, speechMs + 1, speechMs + 31, speechMs + 33]) {
      const allowance = { speechSeconds: ms / 1000, utterances: 1 };
      expect(await speakers.listen({ samples: sentences[0]! }, allowance)).toEqual(free);
    }
  });

  test('that is enough is not exceeded', async () => {
    const found = await speakers.listen(
      { samples: joinSamples(sentences) },
      { speechSeconds: 120, utterances: 3 },
    );
    expect(found.exceeded).toBeUndefined();
  });
});

describe('what is no usable voice', () => {
  test.each([
    ['silence', new Float32Array(3 * RATE)],
    ['no samples', new Float32Array(0)],
    [
      'a tone',
      Float32Array.from({ length: 3 * RATE }, (_, n) => 0.3 * Math.sin((2 * Math.PI * 440 * n) / RATE)),
    ],
  ])('%s has no utterances', async (_, samples) => {
    const found = await speakers.listen({ samples }, plenty);
    expect(found).toEqual({ seconds: samples.length / RATE, utterances: [] });
  });

  test('clipped speech is rejected as such', async () => {
    const clipped = sentences[0]!.map((sample) => Math.max(-1, Math.min(1, 10 * sample)));
    expect(causes(await speakers.listen({ samples: clipped }, plenty))).toEqual(['clipped']);
  });

  test('speech that is softer than the noise around it is not used', async () => {
    let seed = 1;
    const noisy = sentences[0]!.map((sample) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return 0.05 * sample + 0.2 * (seed / 2 ** 31 - 1);
    });
    const found = await speakers.listen({ samples: noisy }, plenty);
    expect(causes(found)).not.toContain('used');
  });

  test('does not use up the allowance', async () => {
    const clipped = sentences[0]!.map((sample) => Math.max(-1, Math.min(1, 10 * sample)));
    const found = await speakers.listen(
      { samples: joinSamples([clipped, sentences[1]!]) },
      { ...plenty, utterances: 1 },
    );
    expect(causes(found)).toEqual(['clipped', 'used']);
    expect(found.exceeded).toBeUndefined();
  });
});

describe('audio', () => {
  test.each([
    ['that is none', Buffer.from('no audio file at all'), 'unknown-format'],
    ['without a byte', new Uint8Array(0), 'empty'],
  ])('%s is answered with the reason', async (_, bytes, reason) => {
    const answer = speakers.listen({ bytes }, plenty);
    await expect(answer).rejects.toMatchObject({ code: 'AUDIO_INVALID', data: { reason } });
  });

  test('longer than the limit is read up to it', async () => {
    const bytes = new Uint8Array((LONGEST + 5) * 8000).fill(0xff);
    const found = await speakers.listen({ bytes, decode: { raw: { encoding: 'ulaw', rate: 8000 } } }, plenty);
    expect(found.seconds).toBeCloseTo(LONGEST);
  });
});

test('a caller that leaves frees the process while it listens', async () => {
  const controller = new AbortController();
  const samples = joinSamples(Array.from({ length: 25 }, () => joinSamples(sentences)));
  const listening = speakers.listen({ samples }, plenty, { signal: controller.signal });
  setTimeout(() => controller.abort(), 200);
  await expect(listening).rejects.toMatchObject({ code: 'JOB_CANCELED' });
  expect(causes(await speakers.listen({ samples: sentences[0]! }, plenty))).toEqual(['used']);
  expect(pool.state().processes[0]!.restarts).toBe(0);
});

test('a process without the path of the model embeds no voice', async () => {
  const without = createEnginePool({
    processes: 1,
    settings: { voiceActivityModel: store.path('silero-vad', 'vad.onnx') },
  });
  await without.start();
  try {
    const answer = new Speakers(without).listen({ samples: sentences[0]! }, plenty);
    await expect(answer).rejects.toMatchObject({ code: 'ENGINE_INTERNAL' });
  } finally {
    await without.drain({ timeoutMs: 0 });
  }
});
