import type { RawFormat } from '../pcm/raw.ts';
import { wavData, wavHeader } from '../pcm/wav.ts';
import { firstFactor, greatestCommonDivisor } from '../resample/resampler.ts';
import type { LiveCut } from './decode-live.ts';

/** Cutting for less is not worth it, in seconds. */
const leastCut = 0.05;
const bytesPerSample = { pcm: 2, 'pcm-big-endian': 2, alaw: 1, ulaw: 1 } as const;

/** Where raw audio can be cut of which all before `settled`, in seconds, is done with. */
export function cutRaw(
  { encoding, rate, channels = 1 }: RawFormat,
  settled: number,
  wanted: number,
): LiveCut | undefined {
  if (encoding === 'gsm') return undefined;
  const cut = cutAt(settled, rate, wanted);
  if (!cut) return undefined;
  const dropped = cut.frames * channels * bytesPerSample[encoding];
  return { prefix: new Uint8Array(), dropped, samples: cut.samples };
}

/** The same of a WAV file, whose first `prefix` bytes are a header from before. */
export function cutWav(
  bytes: Uint8Array,
  prefix: number,
  settled: number,
  wanted: number,
): LiveCut | undefined {
  const data = wavData(bytes);
  const cut = data && cutAt(settled, data.rate, wanted);
  if (!data || !cut) return undefined;
  const gone = cut.frames * data.stride;
  const length = data.length === undefined ? undefined : data.length - gone;
  // No length at all would mean that it is not known.
  if (length !== undefined && length <= 0) return undefined;
  return {
    prefix: wavHeader(bytes, data, length),
    dropped: data.start + gone - prefix,
    samples: cut.samples,
  };
}

/** Behind a whole number of samples at both rates, and of the stage between them: the next ones keep their places. */
function cutAt(
  settled: number,
  rate: number,
  wanted: number,
): { frames: number; samples: number } | undefined {
  const divisor = greatestCommonDivisor(rate, wanted);
  const factor = firstFactor(rate, wanted);
  const steps = factor * Math.floor((settled * divisor) / factor);
  const frames = (steps * rate) / divisor;
  return frames / rate < leastCut ? undefined : { frames, samples: (steps * wanted) / divisor };
}
