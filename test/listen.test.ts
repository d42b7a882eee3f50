import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { joinSamples } from '@locutor/audio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locutor, type Running } from './support/command.ts';
import { AGENT } from './support/recognition-server.ts';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';
import { fixture, pcm, samplesOf, silence, wav } from './support/speech.ts';

const speech = (name: string) => join(root, 'test', 'fixtures', name);
const ENV = { LOCUTOR_WORKERS: '1', LOCUTOR_MODELS_FETCH: 'start' };
const SENTENCE = 'good morning i want to speak with an agent';
const folder = newFolder();
const run = (args: readonly string[], more: Running = {}) =>
  locutor(['listen', ...args], { cwd: folder, ...more, env: { ...ENV, ...more.env } });

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ LOCUTOR_MODELS_FETCH: 'start', LOCUTOR_AUTH_RECOGNIZE: 'required' });
  writeFileSync(join(folder, 'agent.abnf'), AGENT);
});
afterAll(() => server.stop());

const there = () => ['--server', server.url, '--token', server.token];
/** Here, and on a server. */
const places: [string, () => string[]][] = [
  ['this machine', () => []],
  ['a server', there],
];

describe.each(places)('on %s', (_, place) => {
  it('prints what a file says, at the speed of speech', async () => {
    expect(await run([speech('sentence.mp3'), ...place()])).toEqual({
      code: 0,
      out: `${SENTENCE}\n`,
      err: '',
    });
  });

  it('prints a line for every segment of standard input', async () => {
    const parts = [silence(1), await samplesOf('sentence.flac'), silence(2), await samplesOf('digits.flac')];
    const ran = await run(['-', ...place()], { input: wav(joinSamples(parts)) });
    expect(ran).toEqual({ code: 0, out: `${SENTENCE}\none two three four\n`, err: '' });
  });

  it('ends when nobody reads what it prints', async () => {
    const speaks = [await samplesOf('sentence.flac'), silence(2)];
    const input = wav(joinSamples([...speaks, ...speaks, ...speaks]));
    const ran = await run(['-', ...place()], { input, firstLineOnly: true });
    // On a busy machine the log may say that an engine process had to be killed.
    expect(ran).toMatchObject({ code: 0, out: `${SENTENCE}\n` });
  });

  it('prints results as JSON, with meanings of a grammar file', async () => {
    const ran = await run([
      speech('sentence.flac'),
      '--fast',
      '--json',
      '--grammar',
      'agent.abnf',
      ...place(),
    ]);
    expect(ran).toMatchObject({ code: 0, err: '' });
    const [result, ...others] = ran.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(result.alternatives[0]).toMatchObject({
      text: SENTENCE.replace(' i ', ' I '),
      lm: 'session:grammar-1',
      interpretations: ['{"who":"agent"}'],
    });
    expect(others.map((each) => each.result_status)).toEqual([]);
  });

  it('ends with the microphone, and recognises what was said before', async () => {
    const bin = newFolder();
    const audio = join(bin, 'speech.raw');
    writeFileSync(audio, pcm(joinSamples([await samplesOf('sentence.flac'), silence(0.3)])));
    const done = join(bin, 'done');
    // Plays at once and then waits, as a recorder in a silent room would.
    writeFileSync(
      join(bin, 'arecord'),
      `#!${process.execPath}
const fs = require('node:fs');
process.stdout.write(fs.readFileSync(${JSON.stringify(audio)}), () => fs.writeFileSync(${JSON.stringify(done)}, ''));
setInterval(() => {}, 1000);`,
    );
    chmodSync(join(bin, 'arecord'), 0o755);
    const ran = await run(place(), {
      env: { PATH: `${bin}${delimiter}${process.env.PATH}` },
      interruptWhen: () => existsSync(done),
    });
    expect(ran).toEqual({
      code: 0,
      out: `${SENTENCE}\n`,
      // On a busy machine the log says, too, that an engine process had to be killed.
      err: expect.stringMatching(/^recording with arecord; Ctrl-C ends it\n/),
    });
  });

  it.each([
    ['audio that is none', ['bad.wav', '--fast'], 1, 'bad.wav: '],
    ['a file that is not there', ['none.wav'], 1, 'none.wav: there is no such file'],
    ['a grammar that is none', [speech('yes.flac'), '--fast', '--lm', 'file:none.abnf'], 1, 'not found'],
  ])('says what is wrong with %s', async (_name, args, code, message) => {
    writeFileSync(join(folder, 'bad.wav'), 'no audio at all');
    expect(await run([...args, ...place()])).toMatchObject({
      code,
      out: '',
      err: expect.stringContaining(message),
    });
  });
});

it.each([
  [['--fast'], '--fast is for files'],
  [['a.wav', '--set', 'diarization.enabled=true'], 'diarization needs the whole recording'],
  [['a.wav', '--language', 'xx'], '--language'],
])('refuses %j', async (args, message) => {
  expect(await run(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
});

it('says that a token is missing, or that there is no server', async () => {
  const refused = await run([speech('yes.flac'), '--server', server.url]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('give a token with --token') });
  const nobody = await run([speech('yes.flac'), '--server', 'http://127.0.0.1:9']);
  expect(nobody).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') });
});

it('recognises audio of other kinds on standard input', async () => {
  const type = ['--media-type', 'audio/raw;rate=16000'];
  const raw = await run(['-', ...type, ...there()], { input: pcm(await samplesOf('yes.flac')) });
  expect(raw).toEqual({ code: 0, out: 'yes\n', err: '' });
  const mp3 = await run(['-', ...there()], { input: fixture('sentence.mp3') });
  expect(mp3).toEqual({ code: 0, out: `${SENTENCE}\n`, err: '' });
});
