import type { SegmentVoice } from '@locutor/contract';
import type { SpokenBy } from '@locutor/voices';

const tens = [0.05, 0.1, 0.5, 0.2, 0.1, 0.05, 0, 0, 0, 0];

/** Traits that a test can predict: women have a positive first number, and years are ten times the speech. */
export const plainTraits = {
  pooled: (segments: readonly SpokenBy[]) => segments.map(({ voice }) => voice),
  gender: ({ slow }: SegmentVoice) =>
    slow![0]! > 0 ? ({ gender: 'FEMALE', female: 0.9 } as const) : ({ gender: 'MALE', female: 0.1 } as const),
  age: ({ speech }: SegmentVoice) => ({
    years: 10 * speech,
    group: 'YOUNG_ADULT' as const,
    confidence: 0.614,
    tens,
    certain: speech >= 3,
  }),
  /** A voice is a name here: women's end in "a", and every letter is a second of speech. */
  voiceOf: (utterances: readonly { readonly voice?: Uint8Array }[]): SegmentVoice | undefined => {
    const names = utterances.flatMap(({ voice }) => (voice ? [Buffer.from(voice).toString()] : []));
    const slow = Float32Array.of(names[0]?.endsWith('a') ? 1 : -1);
    return names.length === 0 ? undefined : { speech: names.join('').length, slow };
  },
};
