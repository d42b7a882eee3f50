import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hidePasswords } from './hide-passwords.ts';

describe('the password inside an address', () => {
  it.each([
    ['postgres://u:hunter2@db/x', 'postgres://u:***@db/x'],
    ['postgres://u:with@and/hunter2@db/x', 'postgres://u:***@db/x'],
    ['postgres://u://hunter2@db/x', 'postgres://u:***@db/x'],
    ['postgres:///u:hunter2@db/x', 'postgres:///u:***@db/x'],
    ['postgres://db/x?password=hunter2&user=u', 'postgres://db/x?password=***&user=u'],
    ['postgres://db/x?user=u&sslPassword=hunter2', 'postgres://db/x?user=u&sslPassword=***'],
    ['https://u:hunter2@host/@scope/x', 'https://u:***@host/@scope/x'],
    ['https://u:p@hunter2@host:8080/@scope/x', 'https://u:***@host:8080/@scope/x'],
    [' https://u:hunter2@host/', ' https://u:***@host/'],
    ['ht\ntps://u:hunter2@host/', 'ht\ntps://u:***@host/'],
    ['https://u:hunter2/3@host/x', 'https://u:***@host/x'],
    ['nats://u:hunter2@bus:4222', 'nats://u:***@bus:4222'],
    ['tls://hunter2@bus', 'tls://***@bus'],
    ['nats://hunter2@a,nats://hunter2@b', 'nats://***@a,nats://***@b'],
    // What is mistyped is shown in an error.
    ['postgers://u:hunter2@db/x', 'postgers://u:***@db/x'],
    ['postgers//u:hunter2@db/x', 'postgers//u:***@db/x'],
    ['u:hunter2@db/x', 'u:***@db/x'],
  ])('of %j is hidden', (text, shown) => {
    expect(hidePasswords(text)).toBe(shown);
  });

  it.each([
    'https://host/@scope/x',
    'https://host:8080/@scope/x',
    'https://registry.example/@a/b/-/b-1.0.0.tgz?x=a:b@c',
    'file:/srv/@scope/x',
    'file:///srv/a:b/@scope/x',
    'postgres://db/x?user=a@b',
    'postgres://u@db/x',
    '/srv/a:b@c',
    'auto',
  ])('is not looked for where there is none: %s', (text) => {
    expect(hidePasswords({ a: [text] })).toEqual({ a: [text] });
  });

  it('is hidden whatever it holds', () => {
    // Not a part of the rest of the address.
    const password = fc.string({ minLength: 1 }).map((text) => `${text}S3CRET${text}`);
    fc.assert(
      fc.property(fc.constantFrom('postgres', 'postgresql', 'mysql', 'sqlite'), password, (scheme, text) => {
        expect(hidePasswords(`${scheme}://user:${text}@db.example/x`)).not.toContain('S3CRET');
      }),
    );
    fc.assert(
      fc.property(password, (text) => {
        const address = `https://user:${encodeURIComponent(text)}@host.example/@scope/x`;
        expect(hidePasswords(address)).toBe('https://user:***@host.example/@scope/x');
      }),
    );
  });
});
