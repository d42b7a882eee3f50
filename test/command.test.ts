import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locutor } from './support/command.ts';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';
import { fixture } from './support/speech.ts';

const speech = (name: string) => join(root, 'test', 'fixtures', name);
const ENV = { LOCUTOR_WORKERS: '1', LOCUTOR_MODELS_FETCH: 'start' };
const SENTENCE = 'good morning i want to speak with an agent';
const folder = newFolder();
const run = (...args: string[]) => locutor(['recognize', ...args], { cwd: folder, env: ENV });

describe('recognition on this machine', () => {
  it('prints the text of a file, and leaves nothing behind', async () => {
    expect(await run(speech('sentence.mp3'))).toEqual({ code: 0, out: `${SENTENCE}\n`, err: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reads standard input, and tells speakers apart', async () => {
    const ran = await locutor(['recognize', '-', '--max-speakers', '2', '-f', 'tsv'], {
      cwd: folder,
      env: ENV,
      input: fixture('sentence.ogg'),
    });
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toMatch(
      new RegExp(`^start\\tend\\tspeaker\\ttext\\n\\d+\\t\\d+\\tSpeaker 1\\t${SENTENCE}`),
    );
  });

  it('writes a folder in several formats, goes on after a bad file, and resumes', async () => {
    const audio = join(folder, 'audio');
    mkdirSync(join(audio, 'more'), { recursive: true });
    writeFileSync(join(audio, 'yes.flac'), fixture('yes.flac'));
    writeFileSync(join(audio, 'more', 'no.opus'), fixture('no.opus'));
    writeFileSync(join(audio, 'bad.wav'), 'no audio at all');
    const first = await run('audio', '-o', 'out', '--format', 'text,srt', '--format', 'json');
    expect(first).toMatchObject({ code: 1, out: '' });
    expect(first.err).toMatch(/audio\/bad\.wav: .*ERR_AUDIO_INVALID\)\n3 files: 2 recognised, 1 failed\n$/);
    const files = (readdirSync(join(folder, 'out'), { recursive: true }) as string[]).sort();
    expect(files).toEqual([
      'more',
      'more/no.json',
      'more/no.srt',
      'more/no.txt',
      'yes.json',
      'yes.srt',
      'yes.txt',
    ]);
    expect(readFileSync(join(folder, 'out/yes.txt'), 'utf8')).toBe('yes\n');
    expect(readFileSync(join(folder, 'out/more/no.srt'), 'utf8')).toMatch(
      /^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\nno\n/,
    );

    const before = statSync(join(folder, 'out/yes.txt')).mtimeMs;
    writeFileSync(join(audio, 'bad.wav'), fixture('digits.flac'));
    const second = await run('audio/**/*.{flac,opus,wav}', '-o', 'out', '-f', 'text', '--resume');
    expect(second).toEqual({ code: 0, out: '', err: '3 files: 1 recognised, 2 skipped\n' });
    expect(readFileSync(join(folder, 'out/bad.txt'), 'utf8')).toBe('one two three four\n');
    expect(statSync(join(folder, 'out/yes.txt')).mtimeMs).toBe(before);
  });

  it('ends when it is interrupted, and leaves whole files only', async () => {
    mkdirSync(join(folder, 'many'));
    for (let n = 0; n < 30; n++) writeFileSync(join(folder, 'many', `${n}.flac`), fixture('sentence.flac'));
    const outputs = () => (existsSync(join(folder, 'stopped')) ? readdirSync(join(folder, 'stopped')) : []);
    const ran = locutor(['recognize', 'many', '-o', 'stopped'], {
      cwd: folder,
      env: ENV,
      // As a terminal does, which tells the engine processes, too.
      interruptWhen: () => outputs().some((name) => name.endsWith('.txt')),
    });
    // On a busy machine the log says, too, that an engine process had to be killed.
    expect(await ran).toEqual({ code: 130, out: '', err: expect.stringContaining('locutor: interrupted\n') });
    const left = outputs();
    expect(left.length).toBeLessThan(30);
    for (const name of left)
      expect(readFileSync(join(folder, 'stopped', name), 'utf8')).toBe(`${SENTENCE}\n`);
  });

  it('has the limits of the server', async () => {
    const limited = { ...ENV, LOCUTOR_MAX_AUDIO_SECONDS: '1' };
    const ran = await locutor(['recognize', speech('sentence.flac')], { cwd: folder, env: limited });
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('raise maxAudioSeconds') });
  });

  it.each([
    [[], 'name audio files'],
    [['a.wav', '--format', 'docx'], 'The formats are text, json, srt, vtt, tsv'],
    [['a.wav', 'b.wav', '--format', 'srt'], 'need --output'],
    [['a.wav', '--resume'], '--resume needs --output'],
    [['--microphone', 'a.wav'], '--microphone takes no files'],
  ])('refuses %j', async (args, message) => {
    expect(await run(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  });
});

describe('recognition and interpretation on a server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ LOCUTOR_AUTH_RECOGNIZE: 'required', LOCUTOR_MAX_QUEUE: '1' });
  });
  afterAll(() => server.stop());

  it.each([
    ['digits.flac', ['--lm', 'builtin:grammar/digits', '--set', 'decoder.maxSentences=2']],
    ['yes.flac', ['--grammar', join(root, 'grammars', 'menu-en.jsgf'), '--traits', 'gender']],
  ])('answers as this machine does: %s %j', async (name, options) => {
    const args = [speech(name), '--json', ...options];
    const here = await run(...args);
    const there = await run(...args, '--server', `${server.url}/`, '--token', server.token);
    expect(here).toMatchObject({ code: 0, err: '' });
    expect(there).toEqual(here);
    expect(JSON.parse(here.out)).toMatchObject([{ result_status: 'RECOGNIZED' }]);
  });

  it('interprets a text as this machine does', async () => {
    const args = [
      'interpret',
      'talk to an agent',
      '--json',
      '--grammar',
      join(root, 'grammars', 'menu-en.jsgf'),
    ];
    const here = await locutor(args, { cwd: folder });
    const there = await locutor([...args, '--server', server.url], { cwd: folder });
    expect(here).toMatchObject({ code: 0, err: '' });
    expect(there).toEqual(here);
    expect(JSON.parse(here.out)).toMatchObject({ alternatives: [{ interpretations: ['agent'] }] });
  });

  it('waits for its turn when the server is busy, with the token of the environment', async () => {
    const files = ['yes.flac', 'no.opus', 'digits.flac', 'date.opus', 'number.opus'].map(speech);
    const ran = await locutor(['recognize', ...files, '--json', '--jobs', '5', '--server', server.url], {
      cwd: folder,
      env: { LOCUTOR_TOKEN: server.token },
    });
    expect(ran).toMatchObject({ code: 0, err: '5 files: 5 recognised\n' });
    const lines = ran.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ file }) => file)).toEqual(files);
    expect(lines[0].results[0].alternatives[0].text).toBe('yes');
  });

  it('says what a wrong token and an unreachable server mean', async () => {
    const wrong = await run(speech('yes.flac'), '--server', server.url, '--token', 'loc_wrong');
    expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('ERR_UNAUTHORIZED') });
    const gone = await run(speech('yes.flac'), '--server', 'http://127.0.0.1:9');
    expect(gone).toMatchObject({ code: 1, err: expect.stringMatching(/cannot be reached/) });
  });
});

describe('texts and grammars', () => {
  const grammars = join(root, 'grammars');
  const here = (args: string[], input = '') => locutor(args, { cwd: folder, input });

  it('interprets the lines of standard input', async () => {
    const ran = await here(['interpret', '-', '--lm', 'builtin:grammar/boolean'], 'yes\n\nmaybe\n');
    expect(ran).toEqual({
      code: 1,
      out: 'yes  (score 100, builtin:grammar/boolean)\n  true\nmaybe\n  NO_MATCH\n',
      err: '',
    });
  });

  it('checks grammars, and says where they are wrong', async () => {
    writeFileSync(join(folder, 'bad.abnf'), '#ABNF 1.0;\nlanguage en;\nroot $a;\n$a = hello | ;\n');
    const ran = await here(['grammar', 'check', 'bad.abnf', join(grammars, 'menu-en.jsgf')]);
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/^bad\.abnf:4:14: error: Expected a token.* \[syntax\]\n.*menu-en\.jsgf: ok\n$/);
  });

  it('converts a grammar, and finds in it what it generated from the original', async () => {
    const original = join(grammars, 'menu-en.jsgf');
    expect(await here(['grammar', 'convert', original, '--to', 'srgs', '-o', 'menu.grxml'])).toMatchObject({
      code: 0,
    });
    const generated = await here(['grammar', 'generate', original, '-n', '12', '--meanings', '--json']);
    writeFileSync(join(folder, 'tests.json'), `{"grammar": "menu.grxml", "tests": ${generated.out}}`);
    const tested = await here(['grammar', 'test', 'tests.json']);
    expect(tested).toMatchObject({ code: 0, err: '' });
    expect(tested.out).toMatch(/^result +phrase +expected +got\nok [\s\S]*\n12 passed, 0 failed\n$/);
    writeFileSync(join(folder, 'wrong.tsv'), 'agent\tnobody\nagent\t-\nagent\n');
    const wrong = await here(['grammar', 'test', 'wrong.tsv', '--grammar', 'menu.grxml']);
    expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining('1 passed, 2 failed') });
  });
});
