import type { EmbeddedUtterance, SegmentVoice } from '@locutor/contract';
import { EMBEDDING, readVoice } from '../voice.ts';
import { type AgeEstimate, type AgeHead, estimateAge, loadAgeHeads } from './age.ts';
import { estimateGender, type GenderEstimate, type GenderHead, loadGenderHeads } from './gender.ts';
import type { HeadsOf } from './head-file.ts';
import { groupVoices } from './same-voice.ts';
import { pooledVoice, unitFloats } from './segment-voice.ts';

interface Heads {
  readonly gender: HeadsOf<GenderHead>;
  readonly age: HeadsOf<AgeHead>;
}

/** A segment's voice, and who speaks in it where that is known. */
export interface SpokenBy {
  readonly voice: SegmentVoice;
  readonly speaker?: string;
}

/**
 * Estimates gender and age from embedded voices. It only calculates: a decision takes microseconds.
 *
 * @example
 * const traits = Traits.load();
 * const voice = traits.voiceOf(embedded.utterances);
 * const { gender } = traits.gender(voice);
 */
export class Traits {
  readonly #heads: Heads;

  constructor(heads: Heads) {
    this.#heads = heads;
  }

  static load(): Traits {
    return new Traits({ gender: loadGenderHeads(), age: loadAgeHeads() });
  }

  gender(voice: SegmentVoice): GenderEstimate {
    return estimateGender(voice, this.#heads.gender);
  }

  age(voice: SegmentVoice): AgeEstimate {
    return estimateAge(voice, this.#heads.age);
  }

  /** The voice of utterances of one person; undefined where none has a voice. */
  voiceOf(utterances: readonly Pick<EmbeddedUtterance, 'voice'>[]): SegmentVoice | undefined {
    return pooledVoice(
      utterances.flatMap(({ voice }) => {
        if (!voice) return [];
        const { speech, embedding } = readVoice(voice)[0]!;
        const view = (n: number) => unitFloats(embedding.subarray(n * EMBEDDING, (n + 1) * EMBEDDING));
        return [{ speech, full: view(0), slow: view(1) }];
      }),
    );
  }

  /**
   * For each segment, the pooled voice of its speaker. Segments of one named speaker belong together; those without a
   * name are grouped by likeness.
   */
  pooled(segments: readonly SpokenBy[]): SegmentVoice[] {
    const pooled: SegmentVoice[] = [];
    for (const members of this.#speakers(segments)) {
      const voice = pooledVoice(members.map((at) => segments[at]!.voice))!;
      for (const at of members) pooled[at] = voice;
    }
    return pooled;
  }

  #speakers(segments: readonly SpokenBy[]): number[][] {
    const named = new Map<string, number[]>();
    const unnamed: number[] = [];
    for (const [at, { speaker }] of segments.entries()) {
      if (speaker === undefined) unnamed.push(at);
      else named.set(speaker, [...(named.get(speaker) ?? []), at]);
    }
    const groups = groupVoices(unnamed.map((at) => segments[at]!.voice));
    return [...named.values(), ...groups.map((members) => members.map((at) => unnamed[at]!))];
  }
}
