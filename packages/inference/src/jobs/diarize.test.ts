import { readFileSync } from 'node:fs';
import { decodeAudio } from '@locutor/audio';
import { type EngineJobs, JobError, type SpeakerTurn } from '@locutor/contract';
import { Diarizer, type EnginePool } from '@locutor/engine';
import { VoiceScorer } from '@locutor/voices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startedSpeakerPool } from '../embed/test-support/speaker-pool.ts';

const RATE = 16_000;
const ANY = { least: 1, most: 20 };

let pool: EnginePool<EngineJobs>;
let diarizer: Diarizer;

beforeAll(async () => {
  pool = await startedSpeakerPool(1);
  diarizer = new Diarizer(pool);
});

afterAll(() => pool?.drain({ timeoutMs: 0 }));

async function clip(name: string): Promise<Float32Array> {
  const file = new URL(`../../test/fixtures/voices/${name}.ogg`, import.meta.url);
  return (await decodeAudio(readFileSync(file), { rate: RATE })).samples;
}

/** Clips with a quarter of a second between them, and where each is. */
async function conversation(...names: string[]) {
  const clips = await Promise.all(names.map(clip));
  const gap = RATE / 4;
  const samples = new Float32Array(clips.reduce((sum, { length }) => sum + length + gap, 0));
  let at = 0;
  const middles = clips.map((each) => {
    samples.set(each, at);
    const middle = (at + each.length / 2) / RATE;
    at += each.length + gap;
    return middle;
  });
  return { samples, middles };
}

/** Who speaks at a time; turns of the fixtures do not overlap there. */
function speakerAt(turns: readonly SpeakerTurn[], time: number): number | undefined {
  return turns.find(({ start, end }) => start <= time && time <= end)?.speaker;
}

describe('diarization', () => {
  test('finds who speaks when, and numbers them in the order of speech', async () => {
    const { samples, middles } = await conversation('deep-1', 'bright-1', 'deep-2', 'bright-2', 'deep-3');
    const { turns, voices } = await diarizer.diarize({ samples }, { count: ANY });
    expect(middles.map((time) => speakerAt(turns, time))).toEqual([0, 1, 0, 1, 0]);
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2);
    for (const { confidence } of turns) expect(confidence >= 0 && confidence <= 1).toBe(true);
    expect(voices).toEqual([]);
  });

  test('finds the same in stretches', async () => {
    const { samples, middles } = await conversation('deep-1', 'bright-1', 'deep-2', 'bright-2', 'deep-3');
    let output = await pool.run('diarize', { audio: { samples }, count: ANY, stretch: 5 });
    let jobs = 1;
    while (output.paused) {
      output = await pool.run('diarize', {
        audio: { samples },
        count: ANY,
        stretch: 5,
        resume: output.resume,
      });
      jobs += 1;
    }
    expect(jobs).toBeGreaterThan(2);
    const { turns } = output;
    expect(middles.map((time) => speakerAt(turns, time))).toEqual([0, 1, 0, 1, 0]);
  });

  test('keeps to the number of speakers that there may be', async () => {
    const { samples } = await conversation('deep-1', 'bright-1', 'deep-2');
    const { turns } = await diarizer.diarize({ samples }, { count: { least: 1, most: 1 } });
    expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set([0]));
  });

  test('describes the voices, for voiceprints to be compared with', async () => {
    const { samples } = await conversation('deep-1', 'bright-1', 'deep-2', 'bright-2');
    const { voices } = await diarizer.diarize({ samples }, { count: ANY, voices: true });
    const scorer = VoiceScorer.load();
    const { samples: enrolled } = await conversation('bright-3');
    const own = await diarizer.diarize({ samples: enrolled }, { count: ANY, voices: true });
    const voiceprint = scorer.voiceprint([own.voices[0]!]);
    const scores = voices.map((voice) => scorer.score(scorer.probe([voice!]), voiceprint));
    expect(scores).toHaveLength(2);
    expect(scores[1]).toBeGreaterThan(scores[0]!);
  });

  test('of silence, noise and nothing finds nobody', async () => {
    for (const samples of [
      new Float32Array(),
      new Float32Array(100),
      new Float32Array(12 * RATE),
      Float32Array.from({ length: 12 * RATE }, (_, n) => 0.01 * Math.sin(n * n)),
    ]) {
      expect((await diarizer.diarize({ samples }, { count: ANY, voices: true })).turns).toEqual([]);
    }
  });

  test('of what is no audio is refused', async () => {
    const bytes = new TextEncoder().encode('this is no audio at all, whatever the label says');
    await expect(diarizer.diarize({ bytes }, { count: ANY })).rejects.toBeInstanceOf(JobError);
  });

  test('ends when it is canceled', async () => {
    const { samples } = await conversation('deep-1', 'bright-1');
    const controller = new AbortController();
    const answer = diarizer.diarize({ samples }, { count: ANY, signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'JobCanceledError' });
  });
});
