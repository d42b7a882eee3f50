import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FormatName, formatNames } from './formats.ts';
import type { Input } from './inputs.ts';
import { isFinished, planOutputs, writeOutputs } from './outputs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locutor-outputs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const input = (place: string): Input => ({ name: place, path: join('/audio', place), place });
const files = async (inputs: Input[], formats: FormatName[], output: string) =>
  [...(await planOutputs(inputs, formats, output)).values()].map((each) => [...each.values()]);

it('writes one file in one format where it is told to', async () => {
  expect(await files([input('a.wav')], ['srt'], 'x/a.txt')).toEqual([['x/a.txt']]);
});

it('writes into a folder that exists or is called one', async () => {
  expect(await files([input('a.wav')], ['srt'], folder)).toEqual([[join(folder, 'a.srt')]]);
  expect(await files([input('a.wav')], ['text'], 'new/')).toEqual([['new/a.txt']]);
  expect(await files([input('a.wav')], ['text', 'json'], 'new')).toEqual([['new/a.txt', 'new/a.json']]);
});

it('keeps the extensions of inputs that differ in them only', async () => {
  const inputs = [input('a.wav'), input('a.mp3'), input('b.wav'), input('sub/a.wav')];
  expect(await files(inputs, ['text'], 'o')).toEqual([
    ['o/a.wav.txt'],
    ['o/a.mp3.txt'],
    ['o/b.txt'],
    ['o/sub/a.txt'],
  ]);
});

it('refuses to replace audio, and a file where it needs a folder', async () => {
  const audio = join(folder, 'a.wav');
  writeFileSync(audio, '');
  const own = { name: 'a.wav', path: audio, place: 'a.wav' };
  await expect(planOutputs([own], ['text'], audio)).rejects.toThrow('would replace the audio');
  await expect(planOutputs([own, input('b.wav')], ['text'], audio)).rejects.toThrow('need a folder');
  await expect(
    planOutputs([input('a.wav'), { ...input('a.wav'), path: '/elsewhere/a.wav' }], ['text'], 'o'),
  ).rejects.toThrow('would both be written');
});

it('never plans one file twice, nor one outside of the folder', async () => {
  const part = fc.stringMatching(/^[a-c]{1,2}$/);
  const place = fc
    .tuple(fc.array(part, { maxLength: 2 }), part, fc.constantFrom('', '.wav', '.mp3', '.txt'))
    .map(([folders, name, extension]) => [...folders, name + extension].join('/'));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(place, { minLength: 2, maxLength: 8 }),
      fc.subarray(formatNames, { minLength: 1 }),
      async (places, formats) => {
        const planned = await files(places.map(input), formats, 'out').catch(() => undefined);
        fc.pre(planned !== undefined);
        const all = planned!.flat().map((file) => resolve(file));
        expect(new Set(all).size).toBe(places.length * formats.length);
        for (const file of all) expect(file.startsWith(`${resolve('out')}/`)).toBe(true);
      },
    ),
  );
});

it('takes what is complete and newer than its audio for finished', async () => {
  const path = join(folder, 'a.wav');
  writeFileSync(path, '');
  const one = { name: 'a.wav', path, place: 'a.wav' };
  const plan = (await planOutputs([one], ['text', 'json'], join(folder, 'out'))).get(one)!;
  expect(await isFinished(one, plan)).toBe(false);
  await writeOutputs([], plan);
  expect(readdirSync(join(folder, 'out')).sort()).toEqual(['a.json', 'a.txt']);
  expect(readFileSync(join(folder, 'out', 'a.json'), 'utf8')).toBe('[]\n');
  expect(await isFinished(one, plan)).toBe(true);
  utimesSync(path, new Date(), new Date(Date.now() + 60_000));
  expect(await isFinished(one, plan)).toBe(false);
  expect(await isFinished({ name: 'standard input', place: 'stdin' }, plan)).toBe(false);
});

it('leaves nothing behind of a file that cannot be written', async () => {
  writeFileSync(join(folder, 'out'), '');
  const plan = new Map([['text', join(folder, 'out', 'a.txt')]] as const);
  await expect(writeOutputs([], plan)).rejects.toThrow('a.txt cannot be written');
  expect(readdirSync(folder)).toEqual(['out']);
});
