import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { webConsole } from './console.ts';

const folder = mkdtempSync(join(tmpdir(), 'console-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="CSP_NONCE">');
writeFileSync(join(folder, 'assets', 'page-1.js'), 'run()');
writeFileSync(join(folder, 'secret.txt'), 'not for browsers');
afterAll(() => rmSync(folder, { recursive: true }));

async function serve(pathPrefix = '', built: string | undefined = folder) {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await app.register(webConsole, { folder: built, pathPrefix });
  return app;
}

it('serves the page with a policy that allows nothing inline but by its nonce, another one each time', async () => {
  const app = await serve();
  const [one, other] = [await app.inject('/console/'), await app.inject('/console/')];
  const nonce = /content="([\w-]{22})"/.exec(one.body)?.[1];
  const policy = String(one.headers['content-security-policy']);
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(policy).toContain("default-src 'none'; script-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:/);
  expect(other.body).not.toBe(one.body);
});

it.each(['', '/speech'])('leads to the page from %s/', async (prefix) => {
  const app = await serve(prefix);
  for (const path of ['/', '/console', '/console?x=/']) {
    const { statusCode, headers } = await app.inject(prefix + path);
    expect([path, statusCode, headers.location]).toEqual([path, 302, `${prefix}/console/`]);
  }
});

it('leads to the reference where the page was not built', async () => {
  const app = Fastify();
  await app.register(webConsole, { folder: undefined, pathPrefix: '' });
  expect((await app.inject('/')).headers.location).toBe('/reference');
  expect((await app.inject('/console')).statusCode).toBe(404);
});

it('serves the files of the page and no others', async () => {
  const app = await serve();
  const { body, headers } = await app.inject('/console/assets/page-1.js');
  expect([body, headers['cache-control']]).toEqual(['run()', 'public, max-age=31536000, immutable']);
  for (const path of ['../secret.txt', '..%2fsecret.txt', '%2e%2e/secret.txt', '', '.', 'none.js']) {
    const { statusCode, body } = await app.inject(`/console/assets/${path}`);
    expect([path, body.includes('not for browsers')]).toEqual([path, false]);
    expect([path, statusCode >= 400]).toEqual([path, true]);
  }
});
