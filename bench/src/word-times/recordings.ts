import { bySpeaker, type Recording, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { isHeldOut } from '../corpora/speakers.ts';
import { digitNames } from '../corpora/texts.ts';

/** A recording without the silence around it. */
export interface Cut {
  samples: Float32Array;
  /** The recording's background, as a deviation of samples. */
  background: number;
}

export function haveRecordings(): boolean {
  return recordings('digits-en').length > 0;
}

/**
 * Ten digits of every speaker that nothing is fitted on. Alignment heads were chosen with the speakers of odd numbers,
 * before speakers were split by the hash of their names: those are left out as well.
 */
export async function digitSpeakers(): Promise<Cut[][]> {
  const speakers: Cut[][] = [];
  for (const [speaker, own] of bySpeaker(recordings('digits-en'))) {
    if (!isHeldOut(speaker) || Number(speaker) % 2 === 1) continue;
    const cuts: Cut[] = [];
    for (const digit of digitNames) cuts.push(await cutOf(own.find(({ text }) => text === digit)!));
    speakers.push(cuts);
  }
  return speakers;
}

/** Read sentences of so many speakers. */
export async function sentences(count: number): Promise<Cut[]> {
  const all = recordings('readers-en');
  const some = all.filter((_, at) => at % Math.floor(all.length / count) === 1).slice(0, count);
  return Promise.all(some.map(cutOf));
}

async function cutOf({ file }: Recording): Promise<Cut> {
  return cut(await samplesOf(file));
}

/** What lies between the first and the last 10 ms that are within 38 dB of the loudest and above the background. */
function cut(samples: Float32Array): Cut {
  const hop = 80;
  const levels = Array.from({ length: Math.max(1, Math.floor(samples.length / hop) - 1) }, (_, at) => {
    const window = samples.subarray(at * hop, (at + 2) * hop);
    return 10 * Math.log10(window.reduce((sum, sample) => sum + sample ** 2, 1e-10) / window.length);
  });
  const sorted = levels.toSorted((a, b) => a - b);
  const [background, loudest] = [sorted[Math.floor(0.05 * sorted.length)]!, sorted.at(-1)!];
  const least = Math.max(loudest - 38, Math.min(background + 10, loudest - 20));
  const from = levels.findIndex((level) => level >= least);
  const to = levels.findLastIndex((level) => level >= least);
  return {
    samples: samples.subarray(from * hop + hop / 2, to * hop + 1.5 * hop),
    background: 10 ** (Math.min(background, loudest - 40) / 20),
  };
}
