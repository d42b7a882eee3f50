import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { docs } from './docs.ts';

const around = mkdtempSync(join(tmpdir(), 'docs-'));
const folder = join(around, 'site');
const INLINE = 'document.title = "dark"';
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(around, 'secret.html'), 'not for browsers');
writeFileSync(join(folder, 'assets', 'app.1.js'), 'load("/LOCUTOR_DOCS_BASE/assets/x")');
writeFileSync(join(folder, 'notes.txt'), 'of no known type');
writeFileSync(join(folder, '404.html'), 'no such page');
const script = '<script type="module" src="/LOCUTOR_DOCS_BASE/assets/app.1.js"></script>';
writeFileSync(join(folder, 'traits.html'), `${script}<script id="x">${INLINE}</script>`);
writeFileSync(join(folder, 'index.html'), '<a href="/LOCUTOR_DOCS_BASE/traits.html">');
afterAll(() => rmSync(around, { recursive: true }));

async function serve(pathPrefix = '', site = folder) {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await app.register(docs, { folder: site, pathPrefix });
  return app;
}

it.each(['', '/speech/v1'])('serves pages that know their address below "%s"', async (prefix) => {
  const app = await serve(prefix);
  expect((await app.inject(`${prefix}/docs`)).headers.location).toBe(`${prefix}/docs/`);
  expect((await app.inject(`${prefix}/docs/`)).body).toBe(`<a href="${prefix}/docs/traits.html">`);
  expect((await app.inject(`${prefix}/docs/assets/app.1.js`)).body).toBe(`load("${prefix}/docs/assets/x")`);
});

it('allows the scripts that a page was built with and no others', async () => {
  const app = await serve();
  const { headers, statusCode } = await app.inject('/docs/traits');
  const policy = String(headers['content-security-policy']);
  const hash = createHash('sha256').update(INLINE).digest('base64');
  expect([statusCode, policy]).toEqual([200, expect.stringContaining(`script-src 'self' 'sha256-${hash}';`)]);
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe/);
});

it('lets browsers keep what they have', async () => {
  const app = await serve();
  const page = await app.inject('/docs/traits.html');
  expect(page.headers['cache-control']).toBe('no-cache');
  const again = await app.inject({
    url: '/docs/traits.html',
    headers: { 'if-none-match': String(page.headers.etag) },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await app.inject('/docs/assets/app.1.js')).headers['cache-control']).toContain('immutable');
});

it('serves nothing that is not of the site', async () => {
  const app = await serve();
  for (const path of ['../secret', '..%2fsecret.html', '%2e%2e/secret.html', 'notes.txt', 'none', 'assets']) {
    const { statusCode, body } = await app.inject(`/docs/${path}`);
    expect([path, statusCode, body.includes('not for browsers')]).toEqual([path, 404, false]);
  }
  expect((await app.inject('/docs/none')).body).toBe('no such page');
});

it('says so while there is no site, and serves it once there is', async () => {
  const late = join(around, 'late');
  const app = await serve('', late);
  const before = await app.inject('/docs/');
  expect([before.statusCode, before.headers['retry-after']]).toEqual([503, '5']);
  expect(before.body).toContain('not built yet');
  mkdirSync(late);
  writeFileSync(join(late, 'index.html'), 'here');
  expect((await app.inject('/docs/')).body).toBe('here');
});
