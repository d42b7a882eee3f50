import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ServiceError } from '../../errors/index.ts';
import { CommandError } from '../usage-error.ts';
import type { FileRecognizer } from './file-recognizer.ts';
import type { Input } from './inputs.ts';
import { type FileWork, type Outcome, recognizeFiles } from './recognize-files.ts';

const inputs: Input[] = ['slow', 'b', 'c', 'd'].map((name) => ({ name, path: name, place: name }));

/** Recognises the names of files as their content. */
function recognizer(results: (name: string) => string): FileRecognizer & { most: number } {
  let now = 0;
  const self = {
    atOnce: 2,
    mostBytes: 100,
    most: 0,
    async recognize(audio: Uint8Array) {
      const name = Buffer.from(audio).toString();
      self.most = Math.max(self.most, ++now);
      for (let turn = 0; turn < (name === 'slow' ? 20 : 1); turn++) await setImmediate();
      now--;
      return [{ result_status: results(name) }];
    },
  };
  return self;
}

function watching(more: Partial<FileWork> = {}) {
  const reported: Outcome[] = [];
  const kept: string[] = [];
  const work: FileWork = {
    signal: new AbortController().signal,
    read: async ({ name }) => ({ bytes: Buffer.from(name), mediaType: undefined }),
    keep: async ({ name }) => void kept.push(name),
    heard() {},
    report: (outcome) => void reported.push(outcome),
    ...more,
  };
  return { work, reported, kept };
}

it('works on as many files as the recogniser takes, and reports them in order', async () => {
  const { work, reported, kept } = watching();
  const two = recognizer(() => 'RECOGNIZED');
  await recognizeFiles(inputs, two, work);
  expect(two.most).toBe(2);
  expect(reported.map(({ input }) => input.name)).toEqual(['slow', 'b', 'c', 'd']);
  expect(kept).toEqual(['b', 'c', 'd', 'slow']);
});

it('goes on after a file that fails, and keeps no part of one', async () => {
  const { work, kept } = watching({
    read: async ({ name }) => {
      if (name === 'b') throw new CommandError('there is no such file');
      if (name === 'c') throw new ServiceError('ERR_EMPTY_BODY', 'no audio');
      return { bytes: Buffer.from(name), mediaType: undefined };
    },
  });
  const outcomes = await recognizeFiles(
    inputs,
    recognizer((name) => (name === 'd' ? 'MAX_SPEECH' : 'NO_SPEECH')),
    work,
  );
  expect(outcomes.map(({ state, message }) => [state, message])).toEqual([
    ['done', undefined],
    ['failed', 'there is no such file'],
    ['failed', 'no audio (ERR_EMPTY_BODY)'],
    ['failed', expect.stringContaining('maxAudioSeconds')],
  ]);
  expect(kept).toEqual(['slow']);
});

it('leaves results on a server until they are kept here', async () => {
  const removed: string[] = [];
  const { work } = watching({
    keep: async ({ name }) => {
      if (name === 'b') throw new CommandError('the disk is full');
    },
  });
  const names = new WeakMap<object, string>();
  const there: FileRecognizer = {
    atOnce: 1,
    mostBytes: 100,
    async recognize(audio) {
      const name = Buffer.from(audio).toString();
      const results = [{ result_status: name === 'c' ? 'MAX_SPEECH' : 'RECOGNIZED' }];
      names.set(results, name);
      return results;
    },
    stored: (results) => {
      const name = names.get(results)!;
      return { url: `https://server/${name}`, remove: async () => void removed.push(name) };
    },
  };
  const outcomes = await recognizeFiles(inputs, there, work);
  expect(removed).toEqual(['slow', 'd']);
  expect(outcomes[1]!.message).toBe('the disk is full; see https://server/b');
  expect(outcomes[2]!.message).toMatch(/maxAudioSeconds.*; see https:\/\/server\/c$/);
});

it('ends with what nobody expected, and when it is interrupted', async () => {
  const fault = watching({ keep: () => Promise.reject(new TypeError('a fault')) });
  await expect(
    recognizeFiles(
      inputs,
      recognizer(() => 'RECOGNIZED'),
      fault.work,
    ),
  ).rejects.toThrow('a fault');
  const controller = new AbortController();
  const stopped = watching({
    signal: controller.signal,
    keep: async () => controller.abort(new Error('stopped')),
  });
  await expect(
    recognizeFiles(
      inputs,
      recognizer(() => 'RECOGNIZED'),
      stopped.work,
    ),
  ).rejects.toThrow('stopped');
});
