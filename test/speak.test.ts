/** `locutor speak`, on this machine and on a server, with the real voices. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio } from '@locutor/audio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locutor } from './support/command.ts';
import { newFolder, startServer, type TestServer } from './support/server.ts';

const TEXT = 'Good morning. I want to speak with an agent.';
const folder = newFolder();
const at = (name: string) => join(folder, name);
const run = (args: readonly string[], input = '') =>
  locutor(['speak', ...args], { cwd: folder, env: { LOCUTOR_WORKERS: '1' }, input });

async function recognized(file: string): Promise<string> {
  return (await locutor(['recognize', file], { cwd: folder, env: { LOCUTOR_WORKERS: '1' } })).out;
}

describe('on this machine', () => {
  it('writes a file that says the text, and is whole', async () => {
    expect(await run([TEXT, '-o', 'out.wav'])).toMatchObject({ code: 0, out: 'written: out.wav\n', err: '' });
    const file = readFileSync(at('out.wav'));
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect(file.readUInt32LE(40)).toBe(file.length - 44);
    expect(await recognized('out.wav')).toContain('i want to speak with an agent');
  });

  it('does not replace a file unless it is told to, and leaves no other', async () => {
    const before = readFileSync(at('out.wav'));
    const refused = await run([TEXT, '-o', 'out.wav']);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('out.wav already exists; --force replaces it');
    expect(readFileSync(at('out.wav')).equals(before)).toBe(true);
    expect(await run(['Yes.', '-o', 'out.wav', '--force', '--rate', '1.5'])).toMatchObject({ code: 0 });
    expect(readFileSync(at('out.wav')).length).toBeLessThan(before.length / 2);
    expect(readdirSync(folder)).toEqual(['out.wav']);
  });

  it('takes the format from the name of the file, and SSML from standard input', async () => {
    const ssml = '<speak>Good <break time="2s"/> morning.</speak>';
    const ran = await run(['-', '--ssml', '-o', 'out.mp3', '--json', '--voice', 'am_michael'], ssml);
    expect(ran).toMatchObject({ code: 0, err: '' });
    const bytes = readFileSync(at('out.mp3'));
    expect(JSON.parse(ran.out)).toEqual({
      output: 'out.mp3',
      encoder: 'mp3/24k/64kbps/mono',
      voice: 'am_michael',
      bytes: bytes.length,
    });
    const { found, samples } = await decodeAudio(bytes);
    expect(found).toMatchObject({ container: 'mp3', rate: 24_000, channels: 1 });
    expect(samples.length).toBeGreaterThan(2.5 * 16_000);
  });

  it.each([
    [['Hello', '-o', 'x.wav', '--rate', '9'], 2, 'It is not a number from 0.3 to 3'],
    [['Hello', '--json'], 2, '--json needs --output'],
    [[' ', '-o', 'x.wav'], 2, 'there is no text to speak'],
    [['Hello', '-o', 'x.wav', '--voice', 'nobody'], 2, 'there is no voice "nobody"'],
    [['Hello', '-o', 'x.wav', '--encoder', 'aac/1'], 2, 'there is no encoder "aac/1"'],
    [['<speak>\n<break', '--ssml', '-o', 'x.wav'], 1, 'line 2'],
  ])('refuses %j', async (args, code, message) => {
    const ran = await run(args);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toContain(message);
    expect(existsSync(at('x.wav'))).toBe(false);
  });
});

describe('on a server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ LOCUTOR_AUTH_SYNTHESIZE: 'required' });
  });
  afterAll(() => server.stop());
  const ask = (args: readonly string[], input = '') =>
    locutor(['speak', ...args, '--server', server.url], {
      cwd: folder,
      env: { LOCUTOR_TOKEN: server.token },
      input,
    });

  it('writes what the server speaks, in an encoder of either catalog', async () => {
    expect(await ask([TEXT, '-o', 'served.flac'])).toMatchObject({ code: 0, out: 'written: served.flac\n' });
    expect(await recognized('served.flac')).toContain('i want to speak with an agent');
    const raw = await ask(['-', '--ssml', '-o', 'served.alaw', '--json'], '<speak>Yes.</speak>');
    expect(JSON.parse(raw.out)).toMatchObject({ encoder: 'alaw/16000/8/1' });
  });

  it('writes to standard output', async () => {
    const ran = await ask(['Yes.', '--encoder', 'wav/8k/128kbps/mono']);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out.startsWith('RIFF')).toBe(true);
  });

  it('says why the server refuses', async () => {
    const refused = await ask(['Yes.', '-o', 'y.wav', '--voice', 'nobody']);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('ERR_VOICE_NOT_FOUND') });
    const env = { LOCUTOR_TOKEN: 'loc_wrong' };
    const denied = await locutor(['speak', 'Yes.', '-o', 'y.wav', '--server', server.url], {
      cwd: folder,
      env,
    });
    expect(denied).toMatchObject({ code: 1, err: expect.stringContaining('ERR_UNAUTHORIZED') });
    expect(existsSync(at('y.wav'))).toBe(false);
  });
});
