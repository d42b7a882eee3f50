import { execFileSync } from 'node:child_process';
import { joinSamples } from '@locutor/audio';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AsrClient, type AsrOptions } from './support/asr-client.ts';
import { AGENT, recognitionServer, SENTENCE } from './support/recognition-server.ts';
import { recognize, statuses, texts } from './support/recognize.ts';
import { childrenOf, type ServerAddress, startServer } from './support/server.ts';
import type { SharedServer } from './support/shared-server.ts';
import { alaw, type Bytes, fixture, halved, pcm, samplesOf, silence, ulaw, wav } from './support/speech.ts';

let server: SharedServer;
let sentence: Float32Array;
/** Two sentences, with a second of silence before, between and behind. */
let conversation: Float32Array;

const FREE = 'builtin:slm/general';

interface Traits {
  readonly gender_scores?: { readonly event: string; readonly gender: string };
  readonly age_scores?: {
    readonly event: string;
    readonly age: number;
    readonly group: string;
    readonly p: Readonly<Record<string, number>>;
    readonly confidence: number;
  };
}

beforeAll(async () => {
  server = await recognitionServer();
  sentence = await samplesOf('sentence.flac');
  const digits = await samplesOf('digits.flac');
  conversation = joinSamples([silence(1), sentence, silence(2), digits, silence(2)]);
});

async function session(options: AsrOptions = {}, at: ServerAddress = server): Promise<AsrClient> {
  const client = await AsrClient.connect(at, options);
  onTestFinished(() => client.close());
  expect(await client.ask('CREATE_SESSION')).toMatchObject({ Result: 'SUCCESS', 'Session-Status': 'IDLE' });
  return client;
}

const text = (segment: { alternatives: readonly { text: string }[] }) => segment.alternatives[0]?.text;

describe.each(['/asr-server/asr', '/asr/ws/v3/recognize'])('%s', (path) => {
  it('recognises the first segment, with the events around it', async () => {
    const client = await session({ path });
    expect(await client.start(FREE)).toMatchObject({ Result: 'SUCCESS', 'Session-Status': 'LISTENING' });
    await client.audio(wav(conversation));
    const names: string[] = [];
    let result = await client.next();
    for (; result.name !== 'RECOGNITION_RESULT'; result = await client.next()) {
      names.push(`${result.name} ${result.headers['Session-Status']}`);
    }
    expect(names).toEqual([expect.stringMatching(/^START_OF_SPEECH /), 'END_OF_SPEECH RECOGNIZING']);
    expect(result.headers).toMatchObject({
      'Result-Status': 'RECOGNIZED',
      'Session-Status': 'IDLE',
      'Content-Type': 'application/json',
    });
    expect(result.headers.Handle).toMatch(/^[1-9]\d*$/);
    expect(result.result()).toMatchObject({
      result_status: 'RECOGNIZED',
      segment_index: 0,
      last_segment: true,
      final_result: true,
      start_time: expect.any(Number),
      end_time: expect.any(Number),
    });
    const [best] = result.result().alternatives;
    expect([best!.text, best!.lm]).toEqual([SENTENCE, FREE]);
    expect(best!.words.map((word) => word.text).join(' ')).toBe(SENTENCE);
    for (const word of best!.words) expect(word.end_time).toBeGreaterThanOrEqual(word.start_time);
  });
});

describe('continuous mode', () => {
  it('gives what RECOGNIZE gives, segment by segment, and marks the last', async () => {
    const client = await session();
    await client.start(FREE, { 'decoder.continuousMode': 'true' });
    await client.audio(wav(conversation));
    const live = (await client.results()).filter((each) => each.result_status !== 'NO_SPEECH');
    const whole = (await recognize(server, wav(conversation))).segments();
    expect(texts(live)).toEqual(texts(whole));
    expect(live.map((each) => each.segment_index)).toEqual(whole.map((each) => each.segment_index));
  });

  it('reports the end of speech only when there is no more audio: clients stop sending then', async () => {
    const client = await session();
    await client.start(FREE, { 'decoder.continuousMode': 'true' });
    await client.audio(wav(joinSamples([conversation, sentence])));
    await client.results();
    const names = client.messages.map((message) => message.name);
    const ends = names.flatMap((name, at) => (name === 'END_OF_SPEECH' ? [at] : []));
    expect(ends).toHaveLength(1);
    expect(names.filter((name) => name === 'START_OF_SPEECH')).toHaveLength(3);
    const statusOf = (at: number) => client.messages[at]!.headers['Session-Status'];
    expect(statusOf(ends[0]!)).toBe('RECOGNIZING');
    expect(statusOf(names.length - 1)).toBe('IDLE');
  });

  it('ends silence with NO_SPEECH', async () => {
    const client = await session();
    await client.start(FREE, { 'decoder.continuousMode': 'true' });
    await client.audio(wav(silence(2)));
    expect(statuses(await client.results())).toEqual(['NO_SPEECH']);
  });
});

it.each<[string, string, () => Promise<Bytes> | Bytes]>([
  ['raw PCM at 16 kHz', 'audio/raw', () => pcm(sentence)],
  ['raw PCM at 8 kHz', 'audio/raw;rate=8000', () => pcm(halved(sentence))],
  ['A-law', 'audio/PCMA', () => alaw(halved(sentence))],
  ['µ-law', 'audio/raw; rate=8000; encoding=ulaw', () => ulaw(halved(sentence))],
  ['WAV at 8 kHz', 'audio/wav', () => wav(halved(sentence), 8000)],
  ['headerless PCM that is called WAV', 'audio/wav', () => pcm(sentence)],
  ['headerless PCM that is called anything', 'application/octet-stream', () => pcm(sentence)],
  ['Opus', 'application/octet-stream', () => fixture('sentence.opus')],
  ['MP3', 'application/octet-stream', () => fixture('sentence.mp3')],
  ['FLAC', 'audio/flac', () => fixture('sentence.flac')],
])('takes %s', async (_, type, audio) => {
  const client = await session();
  await client.start(FREE);
  await client.audio(await audio(), { type, packet: 1601 });
  expect(texts(await client.results())).toEqual([SENTENCE]);
});

describe('partial results', () => {
  it('come while somebody speaks', async () => {
    const client = await session();
    await client.start(FREE, { 'decoder.partialResultEnabled': 'true' });
    await client.audio(pcm(joinSamples([sentence, silence(2)])), { type: 'audio/raw', paceMs: 100 });
    const [final] = await client.results();
    const partials = client.messages.filter((message) => message.headers['Result-Status'] === 'PROCESSING');
    expect(partials.length).toBeGreaterThan(0);
    for (const partial of partials) {
      expect(partial.headers['Session-Status']).toBe('LISTENING');
      expect(partial.result()).toMatchObject({ final_result: false, last_segment: false, segment_index: 0 });
      expect(text(partial.result())).not.toBe('');
    }
    expect(text(final!)).toBe(SENTENCE);
  });
});

describe('language models', () => {
  it('are grammars by name, with meanings', async () => {
    const client = await session();
    await client.start('file:agent.abnf');
    await client.audio(wav(sentence));
    const [result] = await client.results();
    expect(result!.alternatives[0]).toMatchObject({
      lm: 'file:agent.abnf',
      interpretations: ['{"who":"agent"}'],
    });
  });

  it('come with the message, or were defined before', async () => {
    const client = await session();
    const type = { 'Content-Type': 'application/srgs' };
    expect(await client.ask('DEFINE_GRAMMAR', { ...type, 'Content-ID': 'agent' }, AGENT)).toMatchObject({
      Result: 'SUCCESS',
    });
    await client.start('session:agent');
    await client.audio(wav(sentence));
    expect((await client.results())[0]!.alternatives[0]!.lm).toBe('session:agent');
    await client.ask('START_RECOGNITION', type, AGENT);
    await client.audio(wav(sentence));
    expect((await client.results())[0]!.alternatives[0]!.interpretations).toEqual(['{"who":"agent"}']);
  });

  it('interpret text', async () => {
    const client = await session();
    const headers = { 'Content-Type': 'text/uri-list', Text: 'I want to speak with an engineer' };
    expect(await client.ask('INTERPRET_TEXT', headers, 'file:agent.abnf')).toMatchObject({
      Result: 'SUCCESS',
    });
    const result = await client.next('RECOGNITION_RESULT');
    expect(result.headers).toMatchObject({ 'Result-Status': 'RECOGNIZED', 'Session-Status': 'IDLE' });
    expect(result.result().alternatives[0]!.interpretations).toEqual(['{"who":"engineer"}']);
  });

  it.each([
    ['builtin:slm/xx', 'ERR_LM_NOT_FOUND'],
    ['file:broken.abnf', 'ERR_LM_INVALID'],
    ['file:keys.abnf', 'ERR_LM_INVALID'],
    ['', 'ERR_LM_REQUIRED'],
  ])('that cannot be used are a FAILURE: %j', async (lm, code) => {
    const client = await session();
    expect(await client.start(lm)).toMatchObject({
      Result: 'FAILURE',
      'Error-Code': code,
      'Session-Status': 'IDLE',
    });
  });
});

describe('classifiers', () => {
  const ON = { 'Infer-age-enabled': 'true', 'Infer-gender-enabled': 'true' };

  it('judge every segment as RECOGNIZE does, in version 2.4', async () => {
    const client = await session({ version: '2.4' });
    await client.start(FREE, { 'decoder.continuousMode': 'true', ...ON });
    await client.audio(wav(conversation));
    const live = (await client.results()).filter((each) => each.result_status !== 'NO_SPEECH');
    expect(texts(live)).toEqual([SENTENCE, 'one two three four']);
    for (const segment of live as unknown as Traits[]) {
      const { age, group, p, confidence } = segment.age_scores!;
      expect(segment.age_scores!.event).toBe('AGE RESULT');
      expect(age).toBeGreaterThan(0);
      expect(group).toMatch(/^(CHILD|TEENAGER|YOUNG_ADULT|ADULT|SENIOR)$/);
      expect(Object.keys(p)).toHaveLength(10);
      expect(Object.values(p).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 1);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(segment.gender_scores).toMatchObject({
        event: 'GENDER RESULT',
        gender: expect.stringMatching(/^[FM]/),
      });
    }
    // The last segment knows the voice of all, as the segments of RECOGNIZE do.
    const whole = (
      await recognize(server, wav(conversation), { headers: ON })
    ).segments() as unknown as Traits[];
    expect((live.at(-1) as unknown as Traits).age_scores!.group).toBe(whole.at(-1)!.age_scores!.group);
  });

  it('are left out where they are off, and in version 2.3', async () => {
    for (const [version, headers] of [
      ['2.3', ON],
      ['2.4', { 'Infer-age-enabled': 'false' }],
    ] as const) {
      const client = await session({ version });
      await client.start(FREE, headers);
      await client.audio(wav(sentence));
      const [result] = await client.results();
      expect(text(result!)).toBe(SENTENCE);
      expect(Object.keys(result!)).not.toContain('age_scores');
      expect(Object.keys(result!)).not.toContain('gender_scores');
    }
  });
});

describe('timers', () => {
  it('end silence with NO_INPUT_TIMEOUT, on the clock', async () => {
    const client = await session();
    await client.start(FREE, { 'noInputTimeout.enabled': 'true', 'noInputTimeout.value': '300' });
    expect(statuses(await client.results())).toEqual(['NO_INPUT_TIMEOUT']);
  });

  it('start when the client says so', async () => {
    const client = await session();
    await client.start(FREE, {
      'decoder.startInputTimers': 'false',
      'recognitionTimeout.enabled': 'true',
      'recognitionTimeout.value': '200',
    });
    expect(await client.ask('START_INPUT_TIMERS')).toMatchObject({ Result: 'SUCCESS' });
    expect(statuses(await client.results())).toEqual(['RECOGNITION_TIMEOUT']);
  });
});

it('a recognition can be canceled, and the session goes on', async () => {
  const client = await session();
  await client.start(FREE);
  client.send('SEND_AUDIO', { LastPacket: 'false' }, wav(conversation).subarray(0, 64_000));
  expect(await client.ask('CANCEL_RECOGNITION')).toMatchObject({
    Result: 'SUCCESS',
    'Session-Status': 'IDLE',
  });
  await client.start(FREE);
  await client.audio(wav(sentence));
  expect(texts(await client.results())).toEqual([SENTENCE]);
  expect(await client.ask('RELEASE_SESSION')).toMatchObject({ Method: 'RELEASE_SESSION', Result: 'SUCCESS' });
  expect((await client.closed).code).toBe(1000);
});

describe('audio that is none', () => {
  const mp4 = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom', 'latin1'), Buffer.alloc(200)]);

  it.each<[string, string, Uint8Array]>([
    ['a film that is called raw', 'audio/raw', mp4],
    ['a WAV file without samples', 'audio/wav', wav(new Float32Array()).subarray(0, 44)],
    ['a FLAC file without a frame', 'audio/flac', fixture('sentence.flac').subarray(0, 42)],
    ['an Opus file that was cut', 'application/octet-stream', fixture('sentence.opus').subarray(0, 60)],
    ['an odd byte', 'audio/raw', Uint8Array.of(1)],
  ])('%s is a FAILURE with a reason, and the session goes on', async (_, type, bytes) => {
    const client = await session();
    await client.start(FREE);
    client.send('SEND_AUDIO', { LastPacket: 'true', 'Content-Type': type }, bytes);
    expect((await client.next('RESPONSE')).headers).toMatchObject({
      Method: 'SEND_AUDIO',
      Result: 'FAILURE',
      'Error-Code': 'ERR_AUDIO_INVALID',
      'Session-Status': 'IDLE',
      Message: expect.stringMatching(/./),
    });
    expect(await client.results()).toMatchObject([
      { result_status: 'FAILURE', alternatives: [], last_segment: true, final_result: true },
    ]);
    await client.start(FREE);
    await client.audio(wav(sentence));
    expect(texts(await client.results())).toEqual([SENTENCE]);
  });

  it('bytes that look like no file are samples, in which nobody speaks', async () => {
    const client = await session();
    await client.start(FREE);
    await client.audio(Buffer.from('no audio at all'.repeat(100)), { type: 'audio/mpeg' });
    expect(statuses(await client.results())).toEqual(['NO_SPEECH']);
  });
});

it('a lost engine process costs nothing but time', async () => {
  const own = await startServer();
  onTestFinished(async () => void (await own.stop()));
  const client = await session({}, own);
  await client.start(FREE, { 'decoder.continuousMode': 'true' });
  const bytes = wav(conversation);
  client.send('SEND_AUDIO', { LastPacket: 'false' }, bytes.subarray(0, 80_000));
  await client.next('START_OF_SPEECH');
  for (const pid of childrenOf(own)) execFileSync('kill', ['-9', String(pid)]);
  client.send('SEND_AUDIO', { LastPacket: 'true' }, bytes.subarray(80_000));
  const results = (await client.results()).filter((each) => each.result_status !== 'NO_SPEECH');
  expect(texts(results)).toEqual(texts((await recognize(server, bytes)).segments()));
});
