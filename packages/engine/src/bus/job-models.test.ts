import { expect, test } from 'vitest';
import { jobModels } from './job-models.ts';

const segment = { model: 'moonshine-base' };

test.each([
  ['recognize-segment', segment, ['moonshine-base']],
  [
    'recognize-segment',
    { ...segment, secondOpinion: 'whisper-small', enhanced: true, emotion: true },
    ['moonshine-base', 'whisper-small', 'dtln', 'emotion', 'moonshine-base'],
  ],
  ['find-segments', { recognize: { model: 'whisper-small' } }, ['whisper-small']],
  ['find-segments', { resume: {} }, []],
  ['embed-speaker', { audio: {} }, []],
  ['synthesize', { model: 'kokoro' }, ['kokoro']],
  ['synthesize', { model: 'kokoro-full' }, ['kokoro', 'kokoro-full']],
])('a job %s of %j needs %j', (kind, input, models) => {
  expect(jobModels(kind, input)).toEqual(models);
});
