import type { RecognizedSegment, RecognizeRequest } from '@locutor/contract';
import { plainTraits } from '../../biometrics/testing/plain-traits.ts';
import { appForTest } from '../../testing/app-for-test.ts';
import type { Recognition } from './recognition.ts';

export const URL = '/asr/rest/v3/recognize';
export const GRAMMAR =
  '#ABNF 1.0;\nlanguage en-US; root $r; tag-format <semantics/1.0>;\npublic $r = /3/ Turn on {out="ON"} | /1/ Turn on {out="START"} | /4/ Turn off {out="OFF"};\n';

export function spoken(texts: readonly string[], score = 0.9, start = 0.1234567): RecognizedSegment {
  const alternatives = texts.map((text, index) => {
    const words = text
      .split(' ')
      .map((word, at) => ({ text: word, score: score / 2, start: start + at, end: start + at + 0.5 }));
    return { text, score: score - index / 10, words };
  });
  const bound = alternatives.map((each) => ({ grammar: 0, ...each }));
  return { status: 'recognized', start, end: start + 2, alternatives, bound };
}

export interface Asked {
  lms?: readonly string[];
  headers?: Record<string, string>;
  payload?: Buffer | string;
  url?: string;
  env?: NodeJS.ProcessEnv;
  changes?: Partial<Recognition>;
}

const apps = new Map<string, ReturnType<typeof appForTest>>();
let current: Recognition;

/** One app per environment, with the recognition of whichever test is running. */
export function appWith(env: NodeJS.ProcessEnv = {}) {
  const key = JSON.stringify(env);
  const recognition: Recognition = {
    recognizer: { recognize: (request, options) => current.recognizer.recognize(request, options) },
    diarizer: { diarize: (audio, options) => current.diarizer.diarize(audio, options) },
    models: { ready: (model, signal) => current.models.ready(model, signal) },
    traits: {
      pooled: (segments) => current.traits.pooled(segments),
      gender: (voice) => current.traits.gender(voice),
      age: (voice) => current.traits.age(voice),
    },
    emotion: { installed: () => current.emotion.installed() },
    admits: (client) => current.admits(client),
  };
  const app = apps.get(key) ?? appForTest(env, { recognition });
  apps.set(key, app);
  return app;
}

/** Asks a server whose engine recognises what the test says. */
export async function ask(
  recognized: (request: RecognizeRequest) => RecognizedSegment[] | Promise<never>,
  asked: Asked = {},
) {
  const requests: RecognizeRequest[] = [];
  current = {
    recognizer: {
      recognize: async (request) => {
        requests.push(request);
        return recognized(request);
      },
    },
    diarizer: { diarize: async () => ({ turns: [], voices: [] }) },
    models: { ready: async () => {} },
    traits: plainTraits,
    emotion: { installed: () => false },
    admits: () => true,
    ...asked.changes,
  };
  const app = await appWith(asked.env);
  const query = (asked.lms ?? ['builtin:slm/general']).map((lm) => `lm=${encodeURIComponent(lm)}`).join('&');
  const answer = await app.inject({
    method: 'POST',
    url: `${asked.url ?? URL}?${query}`,
    headers: { 'content-type': 'audio/wav', ...asked.headers },
    payload: asked.payload ?? Buffer.from('audio'),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body,
    json: () => answer.json(),
    requests,
  };
}

export function form(parts: Record<string, [type: string | undefined, content: string]>) {
  const body = Object.entries(parts).map(
    ([name, [type, content]]) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n${content}\r\n`,
  );
  return { payload: `${body.join('')}--b--`, headers: { 'content-type': 'multipart/form-data; boundary=b' } };
}
