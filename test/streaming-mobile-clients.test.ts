import { joinSamples } from '@locutor/audio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AsrClient } from './support/asr-client.ts';
import { recognitionServer, SENTENCE } from './support/recognition-server.ts';
import { texts } from './support/recognize.ts';
import { pcm, samplesOf, silence } from './support/speech.ts';

const FREE = 'builtin:slm/general';
const LM = [`Content-Length: ${FREE.length}`, 'Content-Type: text/uri-list'];

const server = await recognitionServer();
const sentence = await samplesOf('sentence.flac');

async function connect() {
  const client = await AsrClient.connect(server);
  onTestFinished(() => client.close());
  const say = (lines: readonly string[], body: Uint8Array | string = '') =>
    client.socket.send(Buffer.concat([Buffer.from([...lines, '', ''].join('\r\n')), Buffer.from(body)]));
  const answer = async () => (await client.next('RESPONSE')).headers;
  return { client, say, answer };
}

describe('a client that is made like the SDK for Android', () => {
  /** Up to its last result; it stops sending at the end of speech, without a last packet. */
  async function recognized() {
    const { client, say, answer } = await connect();
    say(['ASR 2.3 CREATE_SESSION', 'User-Agent: client=Android; model=phone']);
    expect(await answer()).toMatchObject({ Method: 'CREATE_SESSION', Result: 'SUCCESS' });
    // No Accept: it reads JSON only.
    say(['ASR 2.3 START_RECOGNITION', 'decoder.continuousMode: false', ...LM], FREE);
    expect(await answer()).toMatchObject({ Method: 'START_RECOGNITION', Result: 'SUCCESS' });
    const bytes = pcm(joinSamples([sentence, silence(3)]));
    for (let at = 0; at < bytes.length; at += 8000) {
      const part = bytes.subarray(at, at + 8000);
      const about = [`Content-Length: ${part.length}`, 'LastPacket: false'];
      say(['ASR 2.3 SEND_AUDIO', ...about, 'Content-Type: application/octet-stream'], part);
    }
    await client.next('END_OF_SPEECH');
    const results = await client.results();
    expect(texts(results)).toEqual([SENTENCE]);
    expect(results[0]).toMatchObject({ result_status: 'RECOGNIZED', segment_index: 0 });
    return { client, say, answer };
  }

  it('closes the connection itself when the session is released, and is not forestalled', async () => {
    const { client, say, answer } = await recognized();
    say(['ASR 2.3 RELEASE_SESSION']);
    expect(await answer()).toMatchObject({ Method: 'RELEASE_SESSION', Result: 'SUCCESS' });
    // Its answer waits in the queue of a thread. A close of the server would be a network error to it.
    await new Promise((resolve) => setTimeout(resolve, 200));
    client.socket.close(4002, 'User release session');
    expect((await client.closed).code).toBe(4002);
  });

  it('cancels a recognition, and is done when it is told so', async () => {
    const { say, answer } = await connect();
    say(['ASR 2.3 CREATE_SESSION']);
    await answer();
    say(['ASR 2.3 START_RECOGNITION', ...LM], FREE);
    await answer();
    say(['ASR 2.3 START_INPUT_TIMERS']);
    expect(await answer()).toMatchObject({ Method: 'START_INPUT_TIMERS', Result: 'SUCCESS' });
    say(['ASR 2.3 CANCEL_RECOGNITION']);
    expect(await answer()).toMatchObject({ Method: 'CANCEL_RECOGNITION', Result: 'SUCCESS' });
  });
});

describe('a client that is made like the SDK for Kotlin', () => {
  const CONFIG = [
    'Accept: application/json',
    'Content-Type: text/uri-list',
    'endpointer.useToneDetectors: false',
    'decoder.wordDetails: 1',
    'textify.enabled: false',
    'textify.formattingEnabled: true',
    'textify.formattingRules: date,money',
    'logging.tag: app-7',
    'decoder.partialResultEnabled: true',
    'decoder.partialResultInterval: 500',
  ];

  /** It starts a recognition whenever an answer says that the session is idle, and releases it after a result or an error. */
  async function run(lm: string) {
    const { client, say } = await connect();
    const start = () =>
      say(['ASR 2.3 START_RECOGNITION', ...CONFIG, `Content-Length: ${Buffer.byteLength(lm)}`], lm);
    const release = () => say(['ASR 2.3 RELEASE_SESSION']);
    let sent = false;
    client.onMessage = ({ name, headers }) => {
      const status = name === 'RESPONSE' ? headers['Session-Status'] : undefined;
      if (status === 'IDLE') start();
      if (status === 'LISTENING' && !sent) {
        sent = true;
        const bytes = pcm(joinSamples([sentence, silence(2)]));
        for (let at = 0; at < bytes.length; at += 8000) {
          const part = bytes.subarray(at, at + 8000);
          const about = ['LastPacket: false', 'Content-Type: audio/raw', `Content-Length: ${part.length}`];
          say(['ASR 2.3 SEND_AUDIO', ...about], part);
        }
        say(['ASR 2.3 SEND_AUDIO', 'LastPacket: true', 'Content-Type: audio/raw']);
      }
      if ('Error-Code' in headers) release();
      if (headers['Result-Status'] === 'RECOGNIZED') release();
    };
    say(['ASR 2.3 CREATE_SESSION', 'User-Agent: model=phone;manufacturer=none;os=android;os_version=9']);
    // It never closes a connection.
    expect((await client.closed).code).toBe(1000);
    return client.messages;
  }

  it('is told what was said, with parameters by names of its own', async () => {
    const messages = await run(FREE);
    const results = messages.filter(({ name }) => name === 'RECOGNITION_RESULT');
    expect(results.map(({ result }) => result().alternatives[0]!.text).at(-1)).toBe(SENTENCE);
    const methods = messages.flatMap(({ headers }) => headers.Method ?? []);
    // It asks for another recognition when the session is released: nothing answers that.
    expect(methods).toEqual(['CREATE_SESSION', 'START_RECOGNITION', 'RELEASE_SESSION']);
    expect(server.log()).toContain('"tag":"app-7"');
  });

  it('is told what went wrong, and comes to an end', async () => {
    const messages = await run('session:none');
    expect(messages.map(({ headers }) => headers['Error-Code'])).toContain('ERR_LM_NOT_FOUND');
    expect(messages.at(-1)!.headers.Method).toBe('RELEASE_SESSION');
  });
});

describe('a client that is made like the SDK for C#', () => {
  it('sets parameters by names of its own, and reads those of the session as numbers and booleans', async () => {
    const { say, answer } = await connect();
    say(['ASR 2.3 CREATE_SESSION']);
    await answer();
    const own = [
      'textify.formattingEnabled: true',
      'logging.tag: desk',
      'decoder.partialResultInterval: 500',
    ];
    say(['ASR 2.3 SET_PARAMETERS', 'decoder.maxSentences: 2', ...own]);
    expect(await answer()).toMatchObject({ Method: 'SET_PARAMETERS', Result: 'SUCCESS' });
    say(['ASR 2.3 GET_PARAMETERS']);
    const all = await answer();
    expect(all).toMatchObject({ 'decoder.maxSentences': '2', loggingTag: 'desk' });
    const read: Record<string, RegExp> = {
      'decoder.startInputTimers': /^(true|false)$/,
      'decoder.confidenceThreshold': /^\d+$/,
      'endpointer.headMargin': /^\d+$/,
      'endpointer.useToneDetectors': /^(true|false)$/,
      'textify.enabled': /^(true|false)$/,
      'decoder.partialResultEnabled': /^(true|false)$/,
      'decoder.partialResultInterval': /^\d+$/,
    };
    for (const [name, form] of Object.entries(read)) if (name in all) expect(all[name]).toMatch(form);
    expect(Object.values(all)).not.toContain('');
  });
});
