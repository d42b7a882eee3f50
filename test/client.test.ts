import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Locutor, type RecognitionResult } from '@locutor/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { root } from './support/server.ts';
import { type SharedServer, sharedServer } from './support/shared-server.ts';
import { fixture, pcm, samplesOf, silence } from './support/speech.ts';

const run = promisify(execFile);
let server: SharedServer;
let locutor: Locutor;

beforeAll(async () => {
  server = await sharedServer();
  locutor = new Locutor({ url: server.url, token: server.token });
});

async function example(name: string, ...args: string[]): Promise<string> {
  const file = join(root, 'packages', 'client', 'examples', name);
  const env = { ...process.env, LOCUTOR_URL: server.url, LOCUTOR_TOKEN: server.token };
  return (await run(process.execPath, [file, ...args], { cwd: root, env })).stdout;
}

describe('the examples of the client', () => {
  it('recognises a file', async () => {
    expect(await example('recognize.mjs', 'test/fixtures/digits.flac')).toBe('0.3 s  one two three four\n');
  });

  it('interprets a text against a grammar, or says what is wrong', async () => {
    const menu = 'grammars/menu-en.jsgf';
    expect(await example('interpret.mjs', menu, 'talk to an agent')).toBe('RECOGNIZED agent\n');
    expect(await example('interpret.mjs', menu, 'x'.repeat(10_001))).toMatch(/^ERR_TOO_LARGE: the text has/);
  });

  it('enrols, verifies and deletes a voice', async () => {
    const voices = [
      'test/fixtures/sentence.flac',
      'test/fixtures/pizza.opus',
      '--',
      'test/fixtures/sentence.mp3',
    ];
    expect(await example('voices.mjs', 'ana', ...voices)).toBe('ana: 2 utterances\nana: ACCEPTED\n');
    expect((await locutor.users()).users).toEqual([]);
  });
});

describe('the client', () => {
  it('lists encoders, health, models and the description', async () => {
    expect(await locutor.encoders()).toHaveLength(44);
    expect(await locutor.encoders('tts')).toHaveLength(16);
    expect((await locutor.health()).ready).toBe(true);
    expect((await locutor.models()).find(({ name }) => name === 'moonshine-base')).toMatchObject({
      ready: true,
    });
    expect(await locutor.metrics()).toContain('locutor_http_request_seconds');
    expect(await locutor.description()).toMatchObject({ info: { title: 'Locutor' } });
  });

  it('speaks a text and SSML, whole and as it arrives', async () => {
    expect(await locutor.voices()).toContainEqual(
      expect.objectContaining({ name: 'af_heart', languages: ['en-US'], mode: 'PERFORMANCE' }),
    );
    const whole = await locutor.synthesize('One two three four.', {
      voice: 'af_heart',
      encoder: 'flac/16k/64kbps/mono',
    });
    expect(whole.type).toBe('audio/flac');
    const [result] = await locutor.recognize(await whole.blob(), { lm: 'builtin:grammar/digits' });
    expect(result!.alternatives[0]!.text).toBe('one two three four');
    const options = { ssml: true, catalog: 'tts', encoder: 'alaw/8000/8/1', rate: 1.2, volume: 0.5 } as const;
    const { type, stream } = await locutor.synthesize('<speak>Yes.</speak>', options);
    expect(type).toBe('audio/raw; rate=8000; encoding=alaw');
    let bytes = 0;
    for await (const part of stream) bytes += part.length;
    expect(bytes).toBeGreaterThan(2000);
    await expect(locutor.synthesize('x', { voice: 'nobody' })).rejects.toMatchObject({
      code: 'ERR_VOICE_NOT_FOUND',
    });
  });

  it('has a file recognised in the background, and tells why that failed', async () => {
    const audio = fixture('digits.flac');
    const lm = 'builtin:slm/general';
    const { id } = await locutor.jobs.submit(audio, { lm, idempotencyKey: 'a-key-of-this-test' });
    expect((await locutor.jobs.submit(audio, { lm, idempotencyKey: 'a-key-of-this-test' })).id).toBe(id);
    const states: string[] = [];
    const results = await locutor.jobs.wait(id, { onState: ({ state }) => states.push(state) });
    expect(results).toEqual(await locutor.recognize(audio, { lm }));
    expect(states.at(-1)).toBe('done');
    await locutor.jobs.remove(id);
    await expect(locutor.jobs.get(id)).rejects.toMatchObject({ code: 'ERR_JOB_NOT_FOUND', status: 404 });
    const letter = await locutor.jobs.submit(new TextEncoder().encode('a letter, no recording'), { lm });
    await expect(locutor.jobs.wait(letter.id)).rejects.toMatchObject({ code: 'ERR_AUDIO_INVALID' });
  });

  it('recognises with a grammar that is sent along, as XML too', async () => {
    const grammars = [{ source: '#ABNF 1.0;\nlanguage en; root $r; $r = yes {true} | no {false};' }];
    const [result] = await locutor.recognize(fixture('yes.flac'), { grammars });
    expect(result?.alternatives[0]).toMatchObject({ text: 'yes', lm: 'inline:0' });
    expect(await locutor.recognizeXml(fixture('yes.flac'), { grammars })).toContain('<text>yes</text>');
  });

  it('sends audio that a system calls video', async () => {
    const video = new Blob([fixture('sentence.webm')], { type: 'video/webm' });
    const [result] = await locutor.recognize(video, { lm: 'builtin:slm/general' });
    expect(result?.alternatives[0]?.text).toBe('good morning i want to speak with an agent');
  });

  it('has the code and message of errors', async () => {
    const wrong = new Locutor({ url: server.url, token: 'loc_wrong' });
    await expect(wrong.models()).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED', status: 401 });
    await expect(locutor.fetchModel('no-such')).rejects.toMatchObject({
      code: 'ERR_MODEL_NOT_FOUND',
      status: 404,
    });
    expect(await locutor.fetchModel('moonshine-base')).toMatchObject({ ready: true });
  });
});

describe('the inspection of a grammar', () => {
  const abnf = (rules: string) => ({
    source: `#ABNF 1.0;\nlanguage en;\nroot $r;\n${rules}`,
    type: 'application/srgs',
  });

  it('has errors at their line and column, and warnings', async () => {
    const broken = await locutor.inspectGrammar(abnf('$r = one | (two;'));
    expect(broken).toMatchObject({ valid: false, matches: [] });
    expect(broken.problems[0]).toMatchObject({ severity: 'error', code: 'syntax', line: 4 });
    expect(broken.problems[0]!.column).toBeGreaterThan(1);
    const unused = await locutor.inspectGrammar(abnf('$r = one;\n$other = two;'));
    expect(unused).toMatchObject({ valid: true, language: 'en', mode: 'voice' });
    expect(unused.problems).toMatchObject([
      { severity: 'warning', code: 'unused-rule', rule: 'other', line: 5 },
    ]);
    const missing = await locutor.inspectGrammar(abnf('$r = $<file:none.abnf#x>;'));
    expect(missing).toMatchObject({ valid: false, problems: [{ severity: 'error' }] });
  });

  it('parses a text in every way that means something else', async () => {
    const grammar = abnf('$r = $a | $b;\n$a = x {first};\n$b = x {second};');
    const { matches } = await locutor.inspectGrammar(grammar, { text: 'x' });
    expect(matches[0]!.interpretations.map(({ value }) => value)).toEqual(['first', 'second']);
    const rules = matches[0]!.interpretations.map(({ parse }) => parse.flatMap(({ rule }) => rule ?? []));
    expect(rules).toEqual([
      ['r', 'a'],
      ['r', 'b'],
    ]);
    expect((await locutor.inspectGrammar(grammar, { text: 'y' })).matches).toEqual([]);
    const named = await locutor.inspectGrammar(undefined, {
      lm: 'builtin:grammar/number',
      text: 'forty two',
    });
    expect(named.matches[0]?.interpretations[0]?.value).toBe('42');
  });

  it('has random sentences where they are asked for', async () => {
    const grammar = abnf('$r = [very] (good | bad);');
    const all = ['bad', 'good', 'very bad', 'very good'];
    const { sentences } = await locutor.inspectGrammar(grammar, { sentences: 20 });
    expect([...sentences].sort()).toEqual(all);
    const { sentences: two, matches } = await locutor.inspectGrammar(grammar, { text: 'good', sentences: 2 });
    expect([two.length, matches.length]).toEqual([2, 1]);
    expect(all).toEqual(expect.arrayContaining(two));
    expect((await locutor.inspectGrammar(grammar)).sentences).toEqual([]);
    const none = await locutor.inspectGrammar(abnf('$r = good $VOID;'), { sentences: 5 });
    expect(none).toMatchObject({ valid: true, sentences: [] });
    const broken = await locutor.inspectGrammar(abnf('$r = (good;'), { sentences: 5 });
    expect(broken).toMatchObject({ valid: false, sentences: [] });
    const named = await locutor.inspectGrammar(undefined, { lm: 'builtin:grammar/digits', sentences: 20 });
    expect(new Set(named.sentences).size).toBe(20);
  });

  it.each([
    [{}, 'ERR_LM_REQUIRED'],
    [{ lm: 'builtin:grammar/digits', sentences: 21 }, 'ERR_INVALID_PARAMETER'],
    [{ lm: 'builtin:slm/general' }, 'ERR_INVALID_PARAMETER'],
    [{ lm: 'builtin:grammar/none' }, 'ERR_LM_NOT_FOUND'],
    [{ lm: 'file:../../etc/passwd' }, 'ERR_LM_FORBIDDEN'],
  ])('refuses %j with %s', async (options, code) => {
    await expect(locutor.inspectGrammar(undefined, options)).rejects.toMatchObject({ code });
  });
});

describe('live speech', () => {
  // Browsers have it, and Node from version 22 on.
  beforeAll(() => void vi.stubGlobal('WebSocket', WebSocket));
  afterAll(() => void vi.unstubAllGlobals());

  it('is recognised while it is sent', async () => {
    const events: string[] = [];
    const results: RecognitionResult[] = [];
    const live = await locutor.listen({
      lm: 'builtin:slm/general',
      type: 'audio/raw;rate=16000',
      onSpeechStart: () => events.push('start'),
      onPartial: (text, stable) => events.push(stable <= text.length ? 'partial' : 'wrong'),
      onResult: (result) => results.push(result),
    });
    const audio = pcm(await samplesOf('sentence.flac'));
    for (let at = 0; at < audio.length; at += 3200) live.write(audio.subarray(at, at + 3200));
    live.write(pcm(silence(2)));
    live.end();
    await live.finished;
    expect(results.flatMap(({ alternatives }) => alternatives[0]?.text ?? [])).toEqual([
      'good morning i want to speak with an agent',
    ]);
    expect(results.at(-1)!.last_segment).toBe(true);
    expect(events[0]).toBe('start');
    expect(events).not.toContain('wrong');
  });

  it('takes grammars, and fails with the code of the server', async () => {
    const results: RecognitionResult[] = [];
    const source =
      '#ABNF 1.0;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = yes {out = "y"};\n';
    const parameters = { 'decoder-continuousMode': false } as const;
    const onResult = (result: RecognitionResult) => results.push(result);
    const live = await locutor.listen({ grammars: [{ source }], parameters, onResult });
    live.write(pcm(await samplesOf('yes.flac')));
    live.end();
    await live.finished;
    expect(results[0]!.alternatives[0]!.interpretations).toEqual(['y']);
    const wrong = locutor.listen({ lm: 'file:none.abnf', onResult });
    await expect(wrong).rejects.toMatchObject({ name: 'LocutorError', code: 'ERR_LM_NOT_FOUND' });
  });

  it('says why there is no session, and can be aborted', async () => {
    const onResult = () => {};
    const lm = 'builtin:slm/general';
    const stranger = new Locutor({ url: server.url, token: 'loc_wrong' });
    await expect(stranger.listen({ lm, onResult })).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' });
    const nobody = new Locutor({ url: 'http://127.0.0.1:9' });
    await expect(nobody.listen({ lm, onResult })).rejects.toMatchObject({ code: 'ERR_NETWORK' });
    const stop = new AbortController();
    const live = await locutor.listen({ lm, onResult, signal: stop.signal });
    stop.abort();
    await expect(live.finished).rejects.toMatchObject({ code: 'ERR_ABORTED' });
  });
});
