import { beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { AGENT, recognitionServer, SENTENCE } from './support/recognition-server.ts';
import type { Segment } from './support/recognize.ts';
import type { SharedServer } from './support/shared-server.ts';
import { pcm, samplesOf } from './support/speech.ts';

let server: SharedServer;
let audio: Uint8Array;

beforeAll(async () => {
  server = await recognitionServer();
  audio = pcm(await samplesOf('sentence.flac'));
});

/** A whole session in bytes: `>` is sent, `<` must come back exactly, but for what stands in angle brackets. */
class Replay {
  readonly #socket: WebSocket;
  readonly #end: string;
  readonly #received: string[] = [];
  #wake = () => {};

  constructor(path: string, end: string) {
    this.#end = end;
    this.#socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`);
    this.#socket.on('message', (data: Buffer, isBinary) => {
      this.#received.push(isBinary ? data.toString() : 'a text frame');
      this.#wake();
    });
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('open', resolve).once('error', reject);
    });
  }

  send(lines: readonly string[], body: string | Uint8Array = ''): void {
    const head = Buffer.from(lines.map((line) => line + this.#end).join('') + this.#end);
    this.#socket.send(Buffer.concat([head, Buffer.from(body)]));
  }

  async next(): Promise<string> {
    while (this.#received.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#received.shift()!;
  }

  /** The next message has these lines; its body. */
  async expect(lines: readonly string[]): Promise<string> {
    const message = await this.next();
    const escaped = lines
      .join('\r\n')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace('<number>', '[1-9]\\d*')
      .replace('<status>', '(?:LISTENING|RECOGNIZING)')
      .replace('<length>', '(\\d+)');
    const found = new RegExp(`^${escaped}\r\n\r\n`).exec(message);
    expect(found, `${message}\n is not\n${lines.join('\n')}`).not.toBeNull();
    const body = message.slice(found![0].length);
    if (found![1] !== undefined) expect(Buffer.byteLength(body)).toBe(Number(found![1]));
    return body;
  }

  closed(): Promise<number> {
    if (this.#socket.readyState === WebSocket.CLOSED) return Promise.resolve(1000);
    return new Promise((resolve) => this.#socket.once('close', (code) => resolve(code)));
  }
}

const response = (version: string, method: string, status: string, ...more: string[]) => [
  `ASR ${version} RESPONSE`,
  'Handle: <number>',
  `Method: ${method}`,
  'Result: SUCCESS',
  `Session-Status: ${status}`,
  ...more,
];

const result = (version: string, status: string) => [
  `ASR ${version} RECOGNITION_RESULT`,
  'Handle: <number>',
  `Result-Status: ${status}`,
  'Session-Status: IDLE',
  'Content-Type: application/json',
  'Content-Length: <length>',
];

describe.each([
  ['/asr-server/asr', '2.3', '\r\n'],
  ['/asr/ws/v3/recognize', '2.4', '\n'],
])('a session at %s, version %s', (path, version, end) => {
  it('is answered byte by byte', async () => {
    const replay = new Replay(path, end);
    await replay.open();

    replay.send([`ASR ${version} CREATE_SESSION`, 'User-Agent: model=phone;os=android;app_name=replay']);
    await replay.expect(response(version, 'CREATE_SESSION', 'IDLE', 'Expires: 600'));

    replay.send([`ASR ${version} SET_PARAMETERS`, 'decoder.maxSentences: 2', 'noInputTimeout.value: 8000']);
    await replay.expect(response(version, 'SET_PARAMETERS', 'IDLE'));
    replay.send([`ASR ${version} GET_PARAMETERS`, 'decoder.maxSentences:', 'noInputTimeout.value:']);
    await replay.expect(
      response(version, 'GET_PARAMETERS', 'IDLE', 'decoder.maxSentences: 2', 'noInputTimeout.value: 8000'),
    );

    const grammar = ['Content-Type: application/srgs', `Content-Length: ${AGENT.length}`, 'Content-ID: menu'];
    replay.send([`ASR ${version} DEFINE_GRAMMAR`, ...grammar], AGENT);
    await replay.expect(response(version, 'DEFINE_GRAMMAR', 'IDLE'));

    const lm = 'session:menu';
    const start = ['Accept: application/json', 'Content-Type: text/uri-list', `Content-Length: ${lm.length}`];
    replay.send([`ASR ${version} START_RECOGNITION`, 'decoder.startInputTimers: false', ...start], lm);
    await replay.expect(response(version, 'START_RECOGNITION', 'LISTENING'));
    replay.send([`ASR ${version} START_INPUT_TIMERS`]);
    await replay.expect(response(version, 'START_INPUT_TIMERS', 'LISTENING'));

    for (let at = 0; at < audio.length; at += 8000) {
      const part = audio.subarray(at, at + 8000);
      const last = at + 8000 >= audio.length;
      const head = [`LastPacket: ${last}`, 'Content-Type: audio/raw', `Content-Length: ${part.length}`];
      replay.send([`ASR ${version} SEND_AUDIO`, ...head], part);
    }
    const event = (name: string, status: string) => [
      `ASR ${version} ${name}`,
      'Handle: <number>',
      `Session-Status: ${status}`,
    ];
    await replay.expect(event('START_OF_SPEECH', '<status>'));
    await replay.expect(event('END_OF_SPEECH', 'RECOGNIZING'));
    const spoken = JSON.parse(await replay.expect(result(version, 'RECOGNIZED'))) as Segment;
    expect(spoken.alternatives[0]).toMatchObject({ lm, interpretations: ['{"who":"agent"}'] });
    expect(spoken.alternatives[0]!.text.toLowerCase()).toBe(SENTENCE);

    const interpret = [
      'Text: I want to speak with an engineer',
      'Accept: application/json',
      ...start.slice(1),
    ];
    replay.send([`ASR ${version} INTERPRET_TEXT`, ...interpret], lm);
    await replay.expect(response(version, 'INTERPRET_TEXT', 'RECOGNIZING'));
    const meant = JSON.parse(await replay.expect(result(version, 'RECOGNIZED'))) as Segment;
    expect(meant.alternatives[0]!.interpretations).toEqual(['{"who":"engineer"}']);

    replay.send([`ASR ${version} START_RECOGNITION`, ...start], lm);
    await replay.expect(response(version, 'START_RECOGNITION', 'LISTENING'));
    replay.send([`ASR ${version} CANCEL_RECOGNITION`]);
    await replay.expect(response(version, 'CANCEL_RECOGNITION', 'IDLE'));

    replay.send([`ASR ${version} START_INPUT_TIMERS`]);
    await replay.expect([
      `ASR ${version} RESPONSE`,
      'Handle: <number>',
      'Method: START_INPUT_TIMERS',
      'Result: INVALID_ACTION',
      'Session-Status: IDLE',
      'Message: START_INPUT_TIMERS is not possible while the session is IDLE',
    ]);

    replay.send([`ASR ${version} RELEASE_SESSION`]);
    await replay.expect(response(version, 'RELEASE_SESSION', 'IDLE'));
    expect(await replay.closed()).toBe(1000);
  });
});
