import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AGENT, SENTENCE } from './support/recognition-server.ts';
import { recognize, texts } from './support/recognize.ts';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { fixture, samplesOf, wav } from './support/speech.ts';

const ALIASES = {
  'builtin:slm/callcenter-small': 'builtin:slm/general',
  'builtin:grammar/yes-no': 'builtin:grammar/boolean?language=en',
  'http://old.example/agent.gram': 'file:agent.abnf',
};

interface InterpretationBody {
  readonly alternatives: readonly {
    readonly text: string;
    readonly lm: string;
    readonly interpretations: string[];
  }[];
}

let server: TestServer;

beforeAll(async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'grammars'));
  writeFileSync(join(folder, 'grammars', 'agent.abnf'), AGENT);
  const env = { LOCUTOR_MODELS_FETCH: 'start', LOCUTOR_LM_ALIASES: JSON.stringify(ALIASES) };
  server = await startServer(env, folder);
});
afterAll(() => server.stop());

async function interpret(lm: string, text: string) {
  const answer = await fetch(`${server.url}/asr/rest/v3/interpret?lm=${encodeURIComponent(lm)}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: text,
  });
  return { status: answer.status, body: (await answer.json()) as InterpretationBody };
}

it('RECOGNIZE takes an alias of a free-speech model, and names it as the client did', async () => {
  const lm = 'builtin:slm/callcenter-small';
  const { status, segments } = await recognize(server, wav(await samplesOf('sentence.flac')), { lm });
  expect([status, texts(segments())]).toEqual([200, [SENTENCE]]);
  expect(segments()[0]!.alternatives[0]!.lm).toBe(lm);
});

it('RECOGNIZE takes an alias of a grammar document', async () => {
  const lm = 'http://old.example/agent.gram';
  const { segments } = await recognize(server, wav(await samplesOf('sentence.flac')), { lm });
  expect(segments()[0]!.alternatives[0]).toMatchObject({ lm, interpretations: ['{"who":"agent"}'] });
});

it('INTERPRET takes aliases of every kind', async () => {
  const yes = await interpret('builtin:grammar/yes-no', 'yes');
  expect(yes.body.alternatives[0]).toMatchObject({
    lm: 'builtin:grammar/yes-no',
    interpretations: ['true'],
  });
  const agent = await interpret('http://old.example/agent.gram', 'I want to speak with an engineer');
  expect(agent.body.alternatives[0]!.interpretations).toEqual(['{"who":"engineer"}']);
  const free = await interpret('builtin:slm/callcenter-small', 'hello');
  expect(free.body.alternatives[0]).toMatchObject({ text: 'hello', lm: 'builtin:slm/callcenter-small' });
  expect((await interpret('builtin:slm/callcenter-large', 'hello')).status).toBe(404);
});

it('the OpenAI-compatible route takes an alias as its model', async () => {
  const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.token, maxRetries: 0 });
  const file = await toFile(fixture('sentence.mp3'), 'sentence.mp3');
  const answer = await client.audio.transcriptions.create({ file, model: 'builtin:slm/callcenter-small' });
  expect(answer.text).toBe('Good morning, I want to speak with an agent.');
});
