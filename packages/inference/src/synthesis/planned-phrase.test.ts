import { Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { FRAME_SAMPLES } from './frames.ts';
import type { GeneratorInput, SpeechGenerator } from './generator/speech-generator.ts';
import { phraseOf } from './planned-phrase.ts';
import { ToneSpectrum } from './tone-spectrum.ts';

/** Notes what it is given. Its samples are the number of their frame. */
class NotingGenerator implements Pick<SpeechGenerator, 'nothing' | 'styleOf' | 'run'> {
  readonly nothing = { means: new Float32Array(1), squares: new Float32Array(1) };
  readonly inputs: GeneratorInput[] = [];

  async styleOf() {
    return { scales: new Float32Array(1), shifts: new Float32Array(1) };
  }

  async run(input: GeneratorInput) {
    this.inputs.push(input);
    const states = input.states.data as Float32Array;
    const samples = Float32Array.from({ length: (states.length / 2) * FRAME_SAMPLES }, (_, at) => {
      return states[2 * Math.floor(at / FRAME_SAMPLES)]!;
    });
    return { samples, seen: this.nothing };
  }
}

/** A phrase of one sign, whose states are the numbers of their frames. */
function phraseWith(silence: number, sign: number) {
  const generator = new NotingGenerator();
  const frames = silence + sign + 1;
  const states = Float32Array.from({ length: 2 * frames }, (_, at) => Math.floor(at / 2));
  const phrase = phraseOf({
    states: new Tensor('float32', states, [1, 2 * frames, 1]),
    pitch: new Float32Array(2 * frames),
    energy: new Float32Array(2 * frames),
    signFrames: [silence, sign, 1],
    style: new Tensor('float32', new Float32Array(256), [1, 256]),
    generator: generator as unknown as SpeechGenerator,
    source: { harmonics: [1], bias: 0 },
    toneSpectrum: new ToneSpectrum({
      window: new Array(20).fill(1),
      still: 0,
      stillColumn: new Array(22).fill(0),
    }),
  });
  return { phrase, generator };
}

async function framesOf(parts: AsyncIterable<{ samples: Float32Array }>): Promise<number[]> {
  const frames: number[] = [];
  let at = 0;
  for await (const { samples } of parts) {
    for (const sample of samples) if (at++ % FRAME_SAMPLES === FRAME_SAMPLES / 2) frames.push(sample);
  }
  return frames;
}

test('most of the silence before a phrase is left out, and its first frames count for it', async () => {
  const { phrase, generator } = phraseWith(13, 10);
  expect(await framesOf(phrase.parts())).toEqual([0, 1, 8, 9, 10, 11, 12, ...range(13, 24)]);
  // Two rows for each frame; two frames stand for eight.
  expect(generator.inputs[0]!.lead).toEqual({ rows: 4, times: 4 });
  expect(phrase.startOf(0)).toBe(7 * FRAME_SAMPLES);
  expect(phrase.startOf(1)).toBe(17 * FRAME_SAMPLES);
});

test('a short silence stays as it is', async () => {
  const { phrase, generator } = phraseWith(7, 10);
  expect(await framesOf(phrase.parts())).toEqual(range(0, 18));
  expect(generator.inputs[0]!.lead).toBeUndefined();
  expect(phrase.startOf(0)).toBe(7 * FRAME_SAMPLES);
});

test('only the first piece has the silence', async () => {
  const { phrase, generator } = phraseWith(20, 100);
  const frames = await framesOf(phrase.parts());
  expect(frames).toHaveLength(121 - 13);
  expect(generator.inputs.length).toBeGreaterThan(1);
  expect(generator.inputs.map(({ lead }) => lead !== undefined)).toEqual([
    true,
    ...generator.inputs.slice(1).map(() => false),
  ]);
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
