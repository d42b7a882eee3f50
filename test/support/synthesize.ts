import { decodeAudio } from '@locutor/audio';
import type { TestServer } from './server.ts';
import type { Bytes } from './speech.ts';

export const PLAIN = '/rest/v2/synthesize';
export const TTS = '/tts/rest/v2/synthesize';

/** Speech as it was answered. */
export interface Spoken {
  readonly status: number;
  readonly headers: Headers;
  readonly audio: Bytes;
  json(): { code: string; message: string };
}

export interface Speaking {
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

async function read(answer: Response): Promise<Spoken> {
  const audio = new Uint8Array(await answer.arrayBuffer());
  const json = () => JSON.parse(Buffer.from(audio).toString()) as ReturnType<Spoken['json']>;
  return { status: answer.status, headers: answer.headers, audio, json };
}

/** Sends JSON; the first request may wait for the model to be fetched. */
export async function speak(
  { url }: Pick<TestServer, 'url'>,
  body: unknown,
  { path = PLAIN, headers }: Speaking = {},
): Promise<Spoken> {
  return read(
    await fetch(`${url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }),
  );
}

export async function speakQuery(
  { url }: Pick<TestServer, 'url'>,
  parameters: Record<string, string>,
  { path = PLAIN, headers = {} }: Speaking = {},
): Promise<Spoken> {
  return read(await fetch(`${url}${path}?${new URLSearchParams(parameters)}`, { headers }));
}

export async function speakSsml(
  { url }: Pick<TestServer, 'url'>,
  document: string,
  { path = PLAIN, headers }: Speaking = {},
): Promise<Spoken> {
  return read(
    await fetch(`${url}${path}/ssml`, {
      method: 'POST',
      body: document,
      headers: { 'content-type': 'application/ssml+xml', ...headers },
    }),
  );
}

/** Seconds of a file. */
export async function secondsOf(audio: Bytes): Promise<number> {
  const { samples } = await decodeAudio(audio);
  return samples.length / 16_000;
}
