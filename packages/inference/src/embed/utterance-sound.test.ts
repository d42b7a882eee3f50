import { MOST_SOUND_SECONDS } from '@locutor/contract';
import { describe, expect, it } from 'vitest';
import type { CutUtterance } from './utterance-cutter.ts';
import { utteranceSound } from './utterance-sound.ts';

const RATE = 16_000;

describe('the sound of an utterance', () => {
  const WINDOW = 512;
  const cut = (windows: number): CutUtterance => ({
    start: 0,
    end: 1,
    speech: 1,
    continues: false,
    background: undefined,
    lead: Array.from({ length: 16 }, () => new Float32Array(WINDOW)),
    windows: Array.from({ length: windows }, () => ({
      samples: new Float32Array(WINDOW).fill(0.5),
      voiced: true,
    })),
    tail: Array.from({ length: 8 }, () => new Float32Array(WINDOW)),
  });

  it('has a little silence around the speech, and says where the speech is', () => {
    const { samples, start, end } = utteranceSound(cut(40))!;
    const speech = samples.subarray(start * RATE, end * RATE);
    expect(speech.length).toBe(40 * WINDOW);
    expect(speech.every((sample) => sample === 0.5)).toBe(true);
    expect(start).toBeGreaterThan(0.15);
    expect(samples.length / RATE - end).toBeGreaterThan(0.2);
  });

  it('is left out where it is too long', () => {
    const most = Math.floor((MOST_SOUND_SECONDS * RATE) / WINDOW) - 14 - 1;
    expect(utteranceSound(cut(most))).toBeDefined();
    expect(utteranceSound(cut(most + 3))).toBeUndefined();
  });
});
