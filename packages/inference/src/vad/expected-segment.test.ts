import { defaultEndpointer, Endpointer, type FoundSegment, segmentInput } from '@locutor/contract';
import { expect, test } from 'vitest';
import { prepareSamples } from '../speech/prepare-samples.ts';

const RATE = 16_000;
const WINDOW = 512;

/** Noise, so that a sample in another place is another one. */
function noise(seconds: number): Float32Array {
  let seed = 1;
  return Float32Array.from({ length: seconds * RATE }, () => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return 0.2 * (seed / 0x7fff_ffff - 0.5);
  });
}

/** Of the models, that of Whisper. */
const WIDEST_EDGE = 0.6;

/** What a model gets of a segment. */
function given(samples: Float32Array, { audioEnd, whole: _, ...segment }: FoundSegment): Float32Array {
  const own = samples.slice(Math.round(segment.audioStart * RATE), Math.round(audioEnd * RATE));
  const request = {
    model: 'whisper-small',
    language: 'pt',
    sentences: 1,
    words: 'first',
    written: false,
  } as const;
  const input = segmentInput({ segment, audioEnd }, own, request);
  return prepareSamples(input.samples, input.speech, WIDEST_EDGE).samples;
}

test.each([
  ['a short word', 0.5],
  ['a sentence', 3],
])('what is recognised of %s while the silence lasts is what is recognised when it has', (_, seconds) => {
  const samples = noise(seconds + 4);
  const endpointer = new Endpointer({ ...defaultEndpointer, waitEnd: 1500 }, undefined, undefined, true);
  let ahead: FoundSegment | undefined;
  let found: FoundSegment | undefined;
  for (let n = 0; !found && (n + 1) * WINDOW <= samples.length; n++) {
    const at = (n * WINDOW) / RATE;
    const isSpeech = at >= 1 && at < 1 + seconds;
    [found] = endpointer.push({ probability: isSpeech ? 0.99 : 0.01, rms: 0.05, peak: 0.1 });
    ahead ??= endpointer.expected;
  }
  expect(found!.audioEnd - ahead!.audioEnd).toBeGreaterThan(0.3);
  expect(given(samples, ahead!)).toEqual(given(samples, found!));
});
