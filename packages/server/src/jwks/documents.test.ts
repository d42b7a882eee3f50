import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalServer } from '../grammars/testing/local-server.ts';
import { discoverKeys, isTrustworthy, readDocument } from './documents.ts';

const never = new AbortController().signal;
let server: LocalServer;
let discovery: unknown;
beforeAll(async () => {
  server = await LocalServer.start((request, response) => {
    switch (request.url) {
      case '/keys':
        return void response.end('{"keys":[]}');
      case '/text':
        return void response.end('<html>');
      case '/moved':
        return void response.writeHead(302, { location: server.url('/keys', 'localhost') }).end();
      case '/long':
        return void response.end(JSON.stringify('x'.repeat(300_000)));
      case '/endless':
        return void response.write('{');
      case '/silent':
        return;
      case '/.well-known/openid-configuration':
      case '/tenant/.well-known/openid-configuration':
        return void response.end(JSON.stringify(discovery));
      default:
        response.writeHead(404).end();
    }
  });
});
afterAll(() => server.close());

describe("an issuer's document", () => {
  it('is read from the web or from a file', async () => {
    expect(await readDocument(server.url('/keys'), never)).toEqual({ keys: [] });
    const file = join(mkdtempSync(join(tmpdir(), 'locutor-jwt-')), 'the keys.json');
    writeFileSync(file, '{"keys":[1]}');
    expect(await readDocument(`file:${file}`, never)).toEqual({ keys: [1] });
    await expect(readDocument(`file:${file}.none`, never)).rejects.toThrow(/ENOENT.*the keys\.json\.none/);
  });

  it.each([
    ['/none', 'it answers with status 404'],
    ['/moved', 'it answers with status 302'],
    ['/long', 'it is longer than 262144 bytes'],
    ['/endless', 'The operation was aborted due to timeout'],
    ['/silent', 'The operation was aborted due to timeout'],
  ])('at %s is refused: %s', async (path, reason) => {
    const address = server.url(path);
    // Only what never ends may run out of time, however busy the machine.
    const timeoutMs = /endless|silent/.test(path) ? 200 : 60_000;
    await expect(readDocument(address, AbortSignal.timeout(timeoutMs))).rejects.toThrow(
      `${address} cannot be fetched: ${reason}`,
    );
  });

  it('that is not JSON, or whose host is gone, is refused', async () => {
    await expect(readDocument(server.url('/text'), never)).rejects.toThrow('/text is not JSON');
    const gone = await LocalServer.start(() => {});
    await gone.close();
    await expect(readDocument(gone.url('/'), never)).rejects.toThrow(/cannot be fetched: .*ECONNREFUSED/);
  });
});

describe('discovery', () => {
  it.each(['', '/', '/tenant', '/tenant/'])('finds the keys of the issuer at %j', async (path) => {
    const issuer = server.url(path);
    discovery = { issuer, jwks_uri: 'https://keys.example/all' };
    expect(await discoverKeys(issuer, never)).toBe('https://keys.example/all');
  });

  it.each<[{ issuer?: string; jwks_uri?: string } | null, string]>([
    [{ issuer: 'https://evil.example', jwks_uri: 'https://evil.example/' }, 'names the issuer'],
    [{ jwks_uri: 'https://evil.example/' }, 'names the issuer undefined'],
    [null, 'names the issuer undefined'],
    [{ issuer: 'HERE', jwks_uri: 'http://keys.example/' }, 'which is not an https: address'],
    [{ issuer: 'HERE', jwks_uri: 'file:/etc/passwd' }, 'which is not an https: address'],
    [{ issuer: 'HERE' }, 'names undefined as jwks_uri'],
  ])('refuses %j', async (found, reason) => {
    const issuer = server.url('');
    discovery = found?.issuer === 'HERE' ? { ...found, issuer } : found;
    await expect(discoverKeys(issuer, never)).rejects.toThrow(reason);
  });
});

describe('isTrustworthy', () => {
  it.each([
    'https://a.example/k',
    'https://10.0.0.1/',
    'http://localhost:8080/k',
    'http://127.1/',
    'http://[::1]/',
  ])('is true of %s', (address) => expect(isTrustworthy(address)).toBe(true));
  it.each([
    'http://a.example/',
    'http://10.0.0.1/',
    'http://127.0.0.1.evil.example/',
    'http://127.evil/',
    'ftp://a/',
    'x',
  ])('is false of %s', (address) => expect(isTrustworthy(address)).toBe(false));
});
