import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from './support/server.ts';
import { type SharedServer, sharedServer } from './support/shared-server.ts';

const folder = join(root, 'examples', 'python');
const fixture = (name: string) => join(root, 'test', 'fixtures', name);

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: folder, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env } };
    const child = execFile('python3', args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

const hasPython = spawnSync('python3', ['--version']).status === 0;
const suite = hasPython ? 'the Python example' : 'the Python example, skipped: there is no python3';

describe.skipIf(!hasPython)(suite, () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer();
  });

  const ask = (...args: readonly string[]) =>
    run(['locutor.py', ...args], { LOCUTOR_URL: server.url, LOCUTOR_TOKEN: server.token });
  /** Runs statements with `server`, and reads what they print as JSON. */
  const python = async (code: string, url = server.url) => {
    const head =
      'import json, sys\nfrom locutor import Locutor, LocutorError\nserver = Locutor(sys.argv[1], sys.argv[2])\n';
    const { stdout, stderr } = await run(['-c', head + code, url, server.token]);
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };

  it('recognises', async () => {
    const { stdout } = await ask('recognize', fixture('sentence.mp3'), '--set', 'textify.enabled=true');
    expect(stdout).toBe('Good morning, I want to speak with an agent.\n');
    const segments = await python(
      `print(json.dumps(server.recognize(${JSON.stringify(fixture('sentence.flac'))}, decoder_wordDetails=0, hints_words="joão:5, agent")))`,
    );
    expect(segments).toMatchObject([{ result_status: 'RECOGNIZED', alternatives: [{ words: [] }] }]);
  });

  it('recognises and interprets with a grammar of its own', async () => {
    const grammar =
      '#ABNF 1.0 UTF-8;\\nlanguage en; root $r;\\npublic $r = [good morning] I want to speak with an agent;\\n';
    const answers = await python(
      `grammar = "${grammar}"\nprint(json.dumps([server.recognize(${JSON.stringify(fixture('sentence.flac'))}, grammar=grammar), server.interpret("I want to speak with an agent", grammar=grammar)]))`,
    );
    expect(answers).toMatchObject([
      [{ alternatives: [{ lm: 'inline:0' }] }],
      { result_status: 'RECOGNIZED', alternatives: [{ lm: 'inline:0' }] },
    ]);
  });

  it('interprets and lists encoders', async () => {
    const { stdout } = await ask('interpret', 'nineteen eighty four', '--lm', 'builtin:grammar/number');
    expect(JSON.parse(stdout).alternatives[0].interpretations).toEqual(['1984']);
    expect(JSON.parse((await ask('encoders')).stdout)).toHaveLength(44);
    expect(await python('print(len(server.encoders(catalog_c=True)))')).toBe(16);
  });

  it('signs in with a token as the password', async () => {
    const code =
      'server = Locutor(sys.argv[1], user="x", password=sys.argv[2])\nseconds = server.sign_in()\nprint(json.dumps([seconds, len(server.encoders())]))';
    expect(await python(code)).toEqual([3600, 44]);
  });

  it('enrols and verifies', async () => {
    const audios = ['sentence.flac', 'date.opus', 'pizza.opus'].map(fixture);
    expect(JSON.parse((await ask('enroll', '--user', 'ana', ...audios)).stdout)).toMatchObject({
      user_id: 'ana',
    });
    const { stdout } = await ask('verify', '--user', 'ana', '--min-score', '0.5', fixture('sentence.mp3'));
    expect(JSON.parse(stdout).results).toMatchObject([{ user_id: 'ana', decision: 'ACCEPTED' }]);
  });

  it('says what the server refuses', async () => {
    const { code, stderr } = await ask('recognize', fixture('sentence.mp3'), '--lm', 'builtin:slm/tlh');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^locutor: .*\(ERR_LM_NOT_FOUND\)\n$/)]);
    expect((await ask('recognize', 'nothing.wav')).stderr).toMatch(/^locutor: .*No such file/);
  });

  it('asks again when the server is busy', async () => {
    let asked = 0;
    const keys = new Set();
    const busy = createServer((request, response) => {
      request.resume().on('end', () => {
        asked += 1;
        keys.add(request.headers['idempotency-key']);
        const refuses = asked <= 2;
        response.writeHead(refuses ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' });
        response.end(refuses ? '{"code":"ERR_BUSY","message":"busy"}' : '[]');
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => busy.once('listening', resolve));
    const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
    expect(await python('print(json.dumps(server.recognize(b"audio")))', url)).toEqual([]);
    expect([asked, keys.size]).toEqual([3, 1]);
    expect([...keys][0]).toMatch(/^[\da-f-]{36}$/);
    asked = -10;
    const code =
      'server.retries = 2\ntry:\n  server.recognize(b"audio")\nexcept LocutorError as error:\n  print(json.dumps([error.status, error.code]))';
    expect(await python(code, url)).toEqual([503, 'ERR_BUSY']);
    busy.close();
  });
});
