import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findInputs, STANDARD_INPUT } from './inputs.ts';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'locutor-inputs-'));
  mkdirSync(at('calls/monday'), { recursive: true });
  mkdirSync(at('texts'));
  for (const file of [
    'calls/b.WAV',
    'calls/a.mp3',
    'calls/notes.txt',
    'calls/monday/c.opus',
    'odd[1].wav',
    'texts/x.txt',
  ]) {
    writeFileSync(at(file), '');
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

it('finds the audio of a folder and of those below', async () => {
  const inputs = await findInputs([at('calls')]);
  expect(inputs.map(({ place }) => place)).toEqual(['a.mp3', 'b.WAV', 'monday/c.opus']);
  expect(inputs[2]).toEqual({
    name: at('calls/monday/c.opus'),
    path: at('calls/monday/c.opus'),
    place: 'monday/c.opus',
  });
});

it('finds what a pattern matches, with folders from where it begins', async () => {
  const inputs = await findInputs([at('calls/**/*.{opus,mp3}')]);
  expect(inputs.map(({ place }) => place)).toEqual(['a.mp3', 'monday/c.opus']);
});

it('takes a file that is named as it is, whatever its name', async () => {
  const inputs = await findInputs([at('calls/notes.txt'), at('odd[1].wav'), at('missing.wav'), '-']);
  expect(inputs.map(({ place }) => place)).toEqual(['notes.txt', 'odd[1].wav', 'missing.wav', 'stdin']);
  expect(inputs[3]).toBe(STANDARD_INPUT);
});

it('takes a file once', async () => {
  expect(await findInputs([at('calls/a.mp3'), at('calls/*.mp3'), at('calls/a.mp3')])).toHaveLength(1);
});

it('refuses a folder without audio and a pattern without a match', async () => {
  await expect(findInputs([at('texts')])).rejects.toThrow('has no audio file');
  await expect(findInputs([at('calls/*.flac')])).rejects.toThrow('no file matches');
});
