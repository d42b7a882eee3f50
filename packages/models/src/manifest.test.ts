import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
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

test('what a plain start fetches may be used for anything; a model with conditions says them', () => {
  for (const { licence, ...model } of models) {
    const free = /^(MIT|Apache-2\.0)$/.test(licence.name);
    expect(licence.condition === undefined).toBe(free);
    if (model.default) expect(free).toBe(true);
  }
});

const published = models.filter((model) => 'package' in model);

test.each(published)('the packages of $name are pinned', (model) => {
  const others = model.files.flatMap((file) => file.package ?? []);
  for (const { version, integrity, download } of [
    { ...model.package, download: model.download },
    ...others,
  ]) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    expect(download).toBeGreaterThan(0);
  }
});

test.each(models.filter((model) => 'bundled' in model))('the files of $name come with us', (model) => {
  for (const { path, size, sha256 } of model.files) {
    const bytes = readFileSync(new URL(`../optional/${model.name}/${path}`, import.meta.url));
    expect({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({
      path,
      size,
      sha256,
    });
  }
  expect(model.files.map(({ name }) => name)).toContain('LICENSE');
});

test.each(models)('$name is well formed', (model) => {
  expect(model.licence.attribution).not.toBe('');
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
  const paths = published.flatMap((m) =>
    m.files.map((file) => {
      const { name, version } = file.package ?? m.package;
      return `${name}@${version}/${file.path}`;
    }),
  );
  expect(new Set(paths).size).toBe(paths.length);
});

test('what a model needs exists', () => {
  const names = models.map(({ name }) => name);
  for (const { needs = [] } of models) expect(names).toEqual(expect.arrayContaining([...needs]));
});

test('what a model is prepared by exists, reads its files and makes others', () => {
  for (const model of models.filter((m) => m.prepare)) {
    const preparer = preparers.find((p) => p.name === model.prepare);
    const names = model.files.map((file) => file.name);
    expect(names).toEqual(expect.arrayContaining([...(preparer?.inputs ?? ['no such preparer'])]));
    expect(names.filter((name) => preparer?.outputs.includes(name))).toEqual([]);
  }
});
