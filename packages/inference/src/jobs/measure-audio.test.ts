import type { EngineSettings, JobContext } from '@locutor/contract';
import { expect, test } from 'vitest';
import { wav } from '../../test/wav.ts';
import { measureAudio } from './measure-audio.ts';

function context(maxSeconds?: number): JobContext<EngineSettings> {
  const settings = { audio: { ...(maxSeconds !== undefined && { maxSeconds }) } };
  return {
    loaded: settings as unknown as EngineSettings,
    settings,
    signal: new AbortController().signal,
    checkpoint: async () => {},
    emit: () => {},
  };
}

test('gives the length of the audio, up to the longest that is decoded', async () => {
  const audio = { bytes: wav(new Float32Array(5 * 16_000)) };
  expect((await measureAudio.run({ audio }, context())).seconds).toBeCloseTo(5);
  expect((await measureAudio.run({ audio }, context(2))).seconds).toBeCloseTo(2);
});

test('refuses what is no audio', async () => {
  const audio = { bytes: new TextEncoder().encode('this is a letter, not a recording') };
  await expect(measureAudio.run({ audio }, context())).rejects.toMatchObject({ code: 'AUDIO_INVALID' });
});
