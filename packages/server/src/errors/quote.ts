import { printable } from '../common/printable.ts';

/** A value from a client as it may stand in a message: quoted, on one line, not too long. */
export function quote(value: string): string {
  return quoted(value, 100);
}

/** A URI is what the message is about, so that it is given whole: browsers and proxies know none that are longer. */
export function quoteUri(uri: string): string {
  return quoted(uri, 2000);
}

function quoted(value: string, longest: number): string {
  return printable(JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value));
}
