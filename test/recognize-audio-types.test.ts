import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asking, recognize, statuses, texts } from './support/recognize.ts';
import { startServer, type TestServer } from './support/server.ts';
import { silentFlac } from './support/silent-flac.ts';
import {
  alaw,
  au,
  type Bytes,
  bigEndian,
  fixture,
  halved,
  pcm,
  samplesOf,
  twoChannels,
  ulaw,
  wav,
} from './support/speech.ts';

const SAID = /i want to speak with an agent/;

let server: TestServer;
let sentence: Float32Array;
let telephone: Float32Array;
const ask = (body: Bytes, type: string, asking: Asking = {}) =>
  recognize(server, body, { ...asking, headers: { 'content-type': type, ...asking.headers } });

beforeAll(async () => {
  server = await startServer({
    LOCUTOR_RAW_RATE: '8000',
    LOCUTOR_DEPLOYMENT: 'hosted',
    LOCUTOR_MAX_AUDIO_SECONDS: '60',
  });
  sentence = await samplesOf('sentence.flac');
  telephone = halved(sentence);
});

afterAll(() => server.stop());

describe('RECOGNIZE accepts audio without a header', () => {
  it.each(['application/octet-stream', '', 'audio/gsm', 'Audio/X-GSM', 'audio/raw;encoding=gsm'])(
    'GSM frames as "%s"',
    async (type) => {
      expect(texts((await ask(fixture('sentence.gsm'), type)).segments())[0]).toMatch(SAID);
    },
  );

  it.each<[string, () => Bytes]>([
    ['audio/PCMA', () => alaw(telephone)],
    ['audio/pcmu', () => ulaw(telephone)],
    ['audio/PCMU; rate=16000', () => ulaw(sentence)],
    ['audio/basic', () => ulaw(telephone)],
    ['audio/L16; rate=16000', () => bigEndian(pcm(sentence))],
    ['audio/L16; rate=8000; channels=2', () => bigEndian(twoChannels(pcm(telephone)))],
    ['audio/raw; channels=2; rate=16000', () => twoChannels(pcm(sentence))],
  ])('as %s', async (type, write) => {
    expect(texts((await ask(write(), type)).segments())[0]).toMatch(SAID);
  });

  it('at the rate of the setting, where the type has none', async () => {
    expect(texts((await ask(pcm(telephone), 'audio/raw')).segments())[0]).toMatch(SAID);
    expect(texts((await ask(alaw(telephone), 'audio/raw;encoding=alaw')).segments())[0]).toMatch(SAID);
    expect(texts((await ask(bigEndian(pcm(telephone)), 'audio/l16')).segments())[0]).toMatch(SAID);
    expect(texts((await ask(pcm(sentence), 'audio/raw;rate=16000')).segments())[0]).toMatch(SAID);
  });
});

describe('RECOGNIZE looks at the header', () => {
  it.each<[string, () => Bytes]>([
    ['audio/basic', () => au(ulaw(telephone), 1, 8000)],
    ['application/octet-stream', () => au(bigEndian(pcm(sentence)), 3, 16_000)],
    ['audio/PCMA', () => wav(sentence)],
    ['audio/gsm', () => fixture('sentence-gsm.wav')],
  ])('of a file sent as %s', async (type, write) => {
    expect(texts((await ask(write(), type)).segments())[0]).toMatch(SAID);
  });

  it.each(['mp3', 'flac', 'ogg', 'opus', 'webm'])(
    'of a %s file declared as PCM, and refuses it',
    async (name) => {
      const answer = await ask(fixture(`sentence.${name}`), 'audio/raw;rate=16000');
      expect([answer.status, answer.code()]).toEqual([400, 'ERR_AUDIO_INVALID']);
      expect(answer.json().message).toMatch(
        /^the audio was declared raw pcm, but its first bytes are the header of a file: [\w-]+; send .* application\/octet-stream$/,
      );
      expect(answer.json().message).toContain(name === 'ogg' ? 'vorbis' : name);
    },
  );

  it('and names the type of raw audio where there is none', async () => {
    const answer = await ask(pcm(sentence), 'application/octet-stream');
    expect([answer.status, answer.code()]).toEqual([400, 'ERR_AUDIO_INVALID']);
    expect(answer.json().message).toContain('audio/raw;encoding=…;rate=…');
  });

  it.each(['audio/raw;channels=3', 'audio/gsm;channels=2', 'audio/L16;rate=1', 'audio/basic;rate=16000'])(
    'and refuses the parameter of %s',
    async (type) => {
      const answer = await ask(pcm(sentence), type);
      expect([answer.status, answer.code()]).toEqual([400, 'ERR_INVALID_PARAMETER']);
    },
  );
});

it('MAX_SPEECH: audio of many channels at a high rate is more than can be decoded', async () => {
  const segments = (await ask(silentFlac(60, 192_000, 8), 'audio/flac')).segments();
  expect(statuses(segments)).toEqual(['MAX_SPEECH']);
  expect(segments[0]!.end_time).toBeLessThan(15);
});

describe('booleans of headers', () => {
  const refusal = async (headers: Record<string, string>) => {
    const answer = await ask(pcm(telephone), 'audio/raw', { headers });
    return [answer.status, answer.code(), answer.json().message];
  };

  it.each(['constructor', '__proto__'])('%s is none', async (word) => {
    expect(await refusal({ 'endpointer-enabled': word })).toEqual([
      400,
      'ERR_INVALID_PARAMETER',
      `endpointer-enabled: expected true or false, got "${word}"`,
    ]);
  });
});
