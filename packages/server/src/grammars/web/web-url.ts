import { forbidden, notFound } from '../load-failure.ts';

/**
 * An `http:` or `https:` address, without its fragment. `URL` brings every spelling of a host to one form: octal,
 * hexadecimal and decimal addresses, upper case, percent-encoding and full-width letters.
 */
export function parseWebUrl(text: string, base?: string): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url === undefined) throw notFound('it is not a well-formed address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw forbidden('only http: and https: addresses are fetched');
  }
  if (url.username !== '' || url.password !== '') {
    throw forbidden('a user name or password in the address is not accepted');
  }
  url.hash = '';
  return url;
}

/** The host without the brackets of an IPv6 address and the full stop that may end a name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}
