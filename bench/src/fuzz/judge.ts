import { type Exchange, isComplete } from './exchange.ts';

/** Statuses from 500 on that are documented. */
const DOCUMENTED = new Set([501, 503]);

/**
 * What an answer breaks of what the server promises; undefined where nothing. Whatever comes in, the answer is HTTP, names its
 * request, and is no fault of the server's own.
 */
export function problemOf(kind: string, sent: Buffer, { received, end }: Exchange): string | undefined {
  if (end === 'unreachable') return 'the server does not accept connections';
  if (end === 'silent') return 'no end of the answer in time';
  if (received.length === 0) return isComplete(sent) ? 'closed without an answer' : undefined;
  const text = received.toString('latin1');
  const heads = [...text.matchAll(/(?:^|\r\n|[}>\]])HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n([\s\S]*?)\r\n\r\n/g)];
  if (heads.length === 0 || !text.startsWith('HTTP/1.1 ')) return `not HTTP: ${text.slice(0, 60)}`;
  for (const [, code, fields] of heads) {
    const status = Number(code);
    if (status >= 500 && !DOCUMENTED.has(status)) return `status ${status}`;
    if (status === 503 && !/^retry-after: \d+/im.test(fields!)) return '503 without Retry-After';
    if (status >= 200 && !/^x-request-id: /im.test(fields!)) return `status ${status} without X-Request-Id`;
  }
  // A grammar may run out of its limits; audio must not end a process.
  if (kind === 'audio' && text.includes('"FAILURE"')) return 'an engine process failed';
  return undefined;
}
