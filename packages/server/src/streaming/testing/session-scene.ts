import { expect, onTestFinished } from 'vitest';
import { readFrame } from '../frame.ts';
import { Session } from '../session.ts';
import type { SessionHost } from '../session-host.ts';
import { fakeHost } from './fake-host.ts';

export interface Answer {
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A session whose recognitions the test decides on. */
export function scene(changes: Partial<SessionHost> = {}) {
  const answers: Answer[] = [];
  const closed: string[] = [];
  const { host, calls, written } = fakeHost(changes);
  const session = new Session(host, {
    send(frame) {
      const { message, headers, body } = readFrame(Buffer.from(frame));
      answers.push({ message, headers, body: Buffer.from(body).toString() });
    },
    close: (reason) => closed.push(reason),
    release: (reason) => closed.push(reason),
    pause: () => {},
    resume: () => {},
  });
  onTestFinished(() => session.end());
  const say = async (message: string, headers: Record<string, string> = {}, body = '', end = '\r\n') => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
    const before = answers.length;
    session.receive(Buffer.from([`ASR 2.4 ${message}`, ...lines, ...length, '', body].join(end)));
    // All that a message sets off here happens without waiting for anything else.
    await new Promise((resolve) => setImmediate(resolve));
    return answers.slice(before);
  };
  return { session, say, answers, written, closed, calls };
}

export const URIS = { 'Content-Type': 'text/uri-list', Accept: 'application/json' };
export const FREE = 'builtin:slm/general';

/** One that listens already. */
export async function listening(headers: Record<string, string> = {}, changes: Partial<SessionHost> = {}) {
  const all = scene(changes);
  await all.say('CREATE_SESSION');
  const [started] = await all.say('START_RECOGNITION', { ...URIS, ...headers }, FREE);
  expect(started!.headers).toMatchObject({ result: 'SUCCESS', 'session-status': 'LISTENING' });
  return { ...all, call: all.calls[0]! };
}
