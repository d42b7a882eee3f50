import { FloodSocket, frame, times } from './flood-socket.ts';

/** Small messages that are valid, or nearly so, in numbers that nobody needs. */
export interface Flood {
  readonly name: string;
  /** How many connections send it at the same time. */
  readonly connections?: number;
  open(url: string): Promise<FloodSocket>;
  /** Resolves when the server has answered it, or closed the connection. */
  send(socket: FloodSocket): Promise<void>;
}

/** So many that a server that works on all of them at once stops for a second or more. */
const MANY = 20_000;
const HINTS = Array.from({ length: 499 }, (_, n) => `word${n}:7`).join(', ');
const json = (message: unknown) => frame('text', JSON.stringify(message));

function overWebSocket(
  path: string,
  bytes: () => readonly Buffer[],
  { last, protocol }: { readonly last?: string; readonly protocol?: string } = {},
): Pick<Flood, 'open' | 'send'> {
  return {
    open: (url) => FloodSocket.open(url, path, protocol),
    async send(socket) {
      await socket.send(Buffer.concat(bytes()));
      if (last !== undefined) await socket.receives(last);
    },
  };
}

const asr = (bytes: () => readonly Buffer[], last?: string) =>
  overWebSocket('/asr-server/asr', bytes, { protocol: 'asr', ...(last !== undefined && { last }) });
const asrMessage = (name: string, headers = '', body = '') =>
  frame('binary', `ASR 2.3 ${name}\r\n${headers}\r\n${body}`);
const CREATE = asrMessage('CREATE_SESSION');
const RELEASE = asrMessage('RELEASE_SESSION');
const RELEASED = 'Method: RELEASE_SESSION';

const AEAP = '/asterisk/aeap';
const aeap = (bytes: () => readonly Buffer[], last?: string) =>
  overWebSocket(AEAP, bytes, { protocol: 'speech_to_text', ...(last !== undefined && { last }) });
const setup = (params = {}) => json({ request: 'setup', id: 'setup', codecs: [{ name: 'slin' }], params });

function chunkedBody(head: string, chunks: () => Buffer): Pick<Flood, 'open' | 'send'> {
  return {
    open: async (url) => new FloodSocket(url),
    async send(socket) {
      await socket.send(`POST ${head}\r\nhost: flood\r\ntransfer-encoding: chunked\r\n\r\n`);
      await socket.send(chunks());
      await socket.receives('HTTP/1.1 ');
    },
  };
}

export const FLOODS: readonly Flood[] = [
  {
    name: '/jambonz/speak: one long text',
    ...overWebSocket('/jambonz/speak', () => [json({ type: 'stream', text: 'a. B. '.repeat(10_000) })], {
      last: 'error',
    }),
  },
  {
    name: '/jambonz/speak: empty pieces of text',
    ...overWebSocket(
      '/jambonz/speak',
      () => [
        json({ type: 'stream', text: 'a'.repeat(9990) }),
        times(3 * MANY, json({ type: 'stream', text: '' })),
        json({}),
      ],
      { last: 'error' },
    ),
  },
  {
    name: '/jambonz/recognize: messages of another type',
    ...overWebSocket('/jambonz/recognize', () => [times(3 * MANY, json({ type: 'x' })), json({})], {
      last: 'error',
    }),
  },
  {
    name: '/jambonz/recognize: audio of one sample',
    ...overWebSocket(
      '/jambonz/recognize',
      () => [json({ type: 'start' }), times(10 * MANY, frame('binary', '\0\0')), json({ type: 7 })],
      { last: 'error' },
    ),
  },
  {
    name: '/asr: GET_PARAMETERS with 499 hints',
    ...asr(
      () => [
        CREATE,
        asrMessage('SET_PARAMETERS', `hints.words: ${HINTS}\r\n`),
        times(MANY, asrMessage('GET_PARAMETERS', 'loggingTag: x\r\n')),
        RELEASE,
      ],
      RELEASED,
    ),
  },
  {
    name: '/asr: messages in the wrong state',
    ...asr(() => [CREATE, times(3 * MANY, asrMessage('START_INPUT_TIMERS')), RELEASE], RELEASED),
  },
  {
    name: '/asr: INTERPRET_TEXT',
    ...asr(
      () => [
        CREATE,
        times(MANY / 10, asrMessage('INTERPRET_TEXT', 'Text: one\r\n', 'builtin:grammar/number')),
        RELEASE,
      ],
      RELEASED,
    ),
  },
  {
    name: '/asr: recognitions that are canceled',
    ...asr(
      () => [
        CREATE,
        times(
          MANY / 10,
          Buffer.concat([
            asrMessage('START_RECOGNITION', '', 'builtin:slm/general'),
            asrMessage('CANCEL_RECOGNITION'),
          ]),
        ),
        RELEASE,
      ],
      RELEASED,
    ),
  },
  {
    name: '/asr: audio of one sample',
    ...asr(
      () => [
        CREATE,
        asrMessage('START_RECOGNITION', '', 'builtin:slm/general'),
        times(3 * MANY, asrMessage('SEND_AUDIO', '', '\0\0')),
        RELEASE,
      ],
      RELEASED,
    ),
  },
  {
    name: '/asterisk/aeap: get, with 499 hints',
    ...aeap(
      () => [
        setup({ 'hints.words': HINTS }),
        times(MANY, json({ request: 'get', id: '1', params: ['codec'] })),
        json({ request: 'last', id: 'last' }),
      ],
      '"last"',
    ),
  },
  {
    name: '/asterisk/aeap: set',
    ...aeap(
      () => [
        setup(),
        times(MANY, json({ request: 'set', id: '1', params: { 'hints.words': 'a' } })),
        json({ request: 'last', id: 'last' }),
      ],
      '"last"',
    ),
  },
  {
    name: '/asterisk/aeap: 90,000 codecs',
    ...aeap(
      () => [
        json({
          request: 'setup',
          id: 'setup',
          codecs: Array.from({ length: 90_000 }, (_, n) => ({ name: `c${n}` })),
        }),
      ],
      'error_msg',
    ),
  },
  {
    name: '/asterisk/aeap: requests before setup',
    ...aeap(
      () => [
        times(3 * MANY, json({ request: 'get', id: '1', params: ['codec'] })),
        json({ request: 'last', id: 'last' }),
      ],
      '"last"',
    ),
  },
  {
    name: 'WebSocket pings',
    ...overWebSocket('/jambonz/recognize', () => [times(10 * MANY, frame('ping', '')), json({})], {
      last: 'error',
    }),
  },
  {
    name: 'fragments of one byte',
    connections: 20,
    ...overWebSocket('/jambonz/recognize', () => [frame('first', 'x'), times(10 * MANY, frame('next', 'x'))]),
  },
  {
    name: 'a live body in chunks of one byte',
    ...chunkedBody(
      '/asr/rest/v3/recognize?lm=builtin:slm/general HTTP/1.1\r\naccept: text/event-stream\r\ncontent-type: audio/raw;rate=8000',
      () => Buffer.concat([times(10 * MANY, Buffer.from('1\r\n\0\r\n')), Buffer.from('0\r\n\r\n')]),
    ),
  },
  {
    name: 'a recording in chunks of one byte',
    ...chunkedBody('/asr/rest/v3/recognize HTTP/1.1\r\ncontent-type: audio/raw;rate=8000', () =>
      Buffer.concat([times(10 * MANY, Buffer.from('1\r\n\0\r\n')), Buffer.from('0\r\n\r\n')]),
    ),
  },
  {
    name: 'a text in chunks of one byte, on ten connections',
    connections: 10,
    ...chunkedBody('/asr/rest/v3/interpret HTTP/1.1\r\ncontent-type: text/plain', () =>
      Buffer.concat([times(MANY, Buffer.from('1\r\n \r\n')), Buffer.from('0\r\n\r\n')]),
    ),
  },
  {
    name: 'pipelines that are not read',
    connections: 40,
    open: async (url) => new FloodSocket(url, { reads: false }),
    send: (socket) => socket.send('GET /openapi.json HTTP/1.1\r\nhost: flood\r\n\r\n'.repeat(1500)),
  },
];
