import { expect, it } from 'vitest';
import { listeningAt } from './listening-at.ts';

it.each([
  ['127.0.0.1', '127.0.0.1', 'http://127.0.0.1:80'],
  ['localhost', '127.0.0.1', 'http://localhost:80'],
  ['localhost', '::1', 'http://localhost:80'],
  ['0.0.0.0', '0.0.0.0', 'http://127.0.0.1:80'],
  ['0', '0.0.0.0', 'http://127.0.0.1:80'],
  ['::', '::', 'http://[::1]:80'],
  ['0:0::0', '::', 'http://[::1]:80'],
  ['::1', '::1', 'http://[::1]:80'],
  ['fe80::1%eth0', 'fe80::1', 'http://[fe80::1%25eth0]:80'],
])('the host %s, bound to %s, is reached at %s', (host, address, url) => {
  expect(listeningAt(host, { address, port: 80, family: 'any' })).toBe(url);
});
