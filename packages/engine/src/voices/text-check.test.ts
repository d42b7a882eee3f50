import type { JobRunner, RecognitionJobs, RecognizeSegmentOutput, UtteranceSound } from '@locutor/contract';
import { describe, expect, it, vi } from 'vitest';
import { TextCheck, type TextQuestion } from './text-check.ts';

const RATE = 16_000;
const grammar = (key: string) => ({ key, source: { source: '' }, documents: new Map() });
const question: TextQuestion = {
  model: 'moonshine-base',
  language: 'en',
  text: grammar('text'),
  rivals: grammar('rivals'),
};
const sound = (seconds: number): UtteranceSound => ({
  samples: new Float32Array(seconds * RATE),
  start: 0.4,
  end: seconds - 0.25,
});

function checker(output: Partial<RecognizeSegmentOutput>) {
  const run = vi.fn(async (..._job: unknown[]) => ({
    language: 'en',
    alternatives: [],
    bound: [],
    ...output,
  }));
  return { run, check: new TextCheck({ run } as unknown as JobRunner<RecognitionJobs>) };
}
const bound = (lm: number, score: number) => ({ bound: [{ grammar: lm, text: '', score, words: [] }] });
const free = (text: string) => ({ alternatives: [{ text, score: 1, words: [] }] });

describe('a text check', () => {
  it('recognises all utterances together, bound by the text and its rivals', async () => {
    const { run, check } = checker(bound(0, 0.9));
    const signal = new AbortController().signal;
    expect(await check.check([sound(2), sound(1)], question, { signal })).toEqual({ said: true, score: 0.9 });
    const [kind, input, options] = run.mock.calls[0] as never as [string, Record<string, unknown>, object];
    expect(kind).toBe('recognize-segment');
    expect(options).toEqual({ signal, continues: 'ahead' });
    expect(input.samples).toHaveLength(3 * RATE);
    expect(input.speech).toEqual([
      { start: 0.4, end: 1.75 },
      { start: 2.4, end: 2.75 },
    ]);
    expect(input.grammars).toEqual([question.text, question.rivals]);
  });

  it.each([
    ['nothing of the grammars', {}],
    ['a rival', bound(1, 0.96)],
    ['the text with a low score', bound(0, 0.49)],
    ['free speech that is the text, where no tolerance is asked for', free('one two three four five six')],
  ])('is not passed where the recognition finds %s', async (_what, output) => {
    expect(await checker(output).check.check([sound(2)], question)).toEqual({ said: false, score: 0 });
  });

  it('lets a few words of a long sentence differ where that is asked for', async () => {
    const { check } = checker(free('one fine day the cold king went away'));
    const asked = { ...question, sentence: 'One fine day the old king went away.' };
    expect(await check.check([sound(3)], asked)).toEqual({ said: true, score: 0.875 });
    const other = { ...question, sentence: 'Nobody knows the trouble that I have seen.' };
    expect(await check.check([sound(3)], other)).toEqual({ said: false, score: 0 });
  });

  it('is not passed by a sentence of the grammar where free speech is another one', async () => {
    const asked = { ...question, resembles: 'I just want to be there' };
    const lost = checker({ ...bound(0, 0.6), ...free('they are jumped from the seats') });
    expect(await lost.check.check([sound(3)], asked)).toEqual({ said: false, score: 0 });
    const unsure = checker({ ...bound(0, 0.6), ...free('I guessed one to be there') });
    expect(await unsure.check.check([sound(3)], asked)).toEqual({ said: true, score: 0.6 });
  });

  it('is not passed by more audio than a model can process, which is not recognised', async () => {
    const { run, check } = checker(bound(0, 0.9));
    expect(await check.check([sound(20), sound(9)], question)).toEqual({ said: false, score: 0 });
    expect(await check.check([sound(2), undefined], question)).toEqual({ said: false, score: 0 });
    expect(await check.check([], question)).toEqual({ said: false, score: 0 });
    expect(run).not.toHaveBeenCalled();
  });
});
