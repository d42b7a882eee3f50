import { expect, test } from 'vitest';
import { defaultModels, models } from './manifest.ts';
import { preparers } from './preparers.ts';

test('names are unique and fit a folder', () => {
  const names = models.map((model) => model.name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9-]+$/);
});

test('a plain start fetches recognition, voice activity and speakers, and nothing else', () => {
  expect(defaultModels).toEqual(['moonshine-base', 'silero-vad', 'speaker-embedding']);
});

test.each(models)('$name is well formed', (model) => {
  expect(model.package.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(model.package.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
  expect(model.licence.name).toMatch(/^(MIT|Apache-2\.0)$/);
  expect(model.licence.attribution).not.toBe('');
  expect(model.download).toBeGreaterThan(0);
  expect(model.files.length).toBeGreaterThan(0);
  const names = model.files.map((file) => file.name);
  expect(new Set(names).size).toBe(names.length);
  for (const file of model.files) {
    expect(file.name).toMatch(/^[A-Za-z0-9][\w.-]*$/);
    expect(file.path).not.toMatch(/^(package)?\/|\.\.|non-commercial/);
    expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(file.size).toBeGreaterThan(0);
    if (file.range) expect(file.range.length).toBe(file.size);
  }
});

test('within one package every path is asked for once', () => {
  const paths = models.flatMap((m) =>
    m.files.map((file) => `${m.package.name}@${m.package.version}/${file.path}`),
  );
  expect(new Set(paths).size).toBe(paths.length);
});

test('what a model is prepared by exists, reads its files and makes others', () => {
  for (const model of models.filter((m) => m.prepare)) {
    const preparer = preparers.find((p) => p.name === model.prepare);
    const names = model.files.map((file) => file.name);
    expect(names).toEqual(expect.arrayContaining([...(preparer?.inputs ?? ['no such preparer'])]));
    expect(names.filter((name) => preparer?.outputs.includes(name))).toEqual([]);
  }
});
