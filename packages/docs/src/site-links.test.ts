import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { siteFile, siteGroups, siteSources } from './pages.ts';
import { sitePage } from './site-links.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = siteSources(root);
const has = (path: string) => sources.includes(path);
const linked = (markdown: string, source = 'docs/traits.md') => sitePage(markdown, source, has).markdown;

it('links pages as the site has them', () => {
  expect(linked('[a](errors.md#codes)')).toBe('[a](./errors.md#codes)');
  expect(linked('[a](../training/traits/README.md#x)')).toBe('[a](./training/traits.md#x)');
  expect(linked('[a](../../docs/traits.md)', 'training/traits/README.md')).toBe('[a](./../traits.md)');
  expect(linked('[a](#here), [b](https://example.com/x.md)')).toBe(
    '[a](#here), [b](https://example.com/x.md)',
  );
});

it('names what the site does not have', () => {
  expect(linked('[samples](../grammars)')).toBe('samples (`grammars`)');
  expect(linked('[`x.ts`](../packages/x.ts)')).toBe('`x.ts`');
});

it('leaves code alone', () => {
  const code = '```sh\n[a](../grammars)\n```';
  expect(linked(code)).toBe(code);
});

it('finds images, and keeps those of different pages apart', () => {
  const page = sitePage('![a](confusion.png)', 'training/emotion/README.md', has);
  expect(page).toEqual({
    markdown: '![a](./emotion/confusion.png)',
    images: ['training/emotion/confusion.png'],
  });
});

it('finds images that are written as HTML', () => {
  const page = sitePage('<img src="images/a.png" width="300">', 'docs/traits.md', has);
  expect(page).toEqual({ markdown: '<img src="./images/a.png" width="300">', images: ['docs/images/a.png'] });
});

it('gives every page a file of its own', () => {
  expect(new Set(sources.map(siteFile)).size).toBe(sources.length);
});

it('has every page of docs/ in its side bar once', () => {
  const named = siteGroups(root).flatMap(({ pages }) => pages.map(({ source }) => source));
  const files = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
  expect(named.sort()).toEqual(files.map((file) => `docs/${file}`).sort());
});
