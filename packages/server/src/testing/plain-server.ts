import { plainVoices } from '../biometrics/testing/plain-voices.ts';
import { appForTest } from './app-for-test.ts';

const BOUNDARY = 'a-boundary-of-tests';

export interface SentPart {
  readonly name: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

/** A form as clients send it. */
export function formOf(parts: readonly SentPart[]): Buffer {
  const pieces = parts.flatMap(({ name, type, content }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The server with an engine that takes text for audio, and ways to ask it. */
export async function plainServer(
  env: NodeJS.ProcessEnv = {},
  changes: Partial<ReturnType<typeof plainVoices>> = {},
) {
  const voices = { ...plainVoices(), ...changes };
  const app = await appForTest(env, { voices });
  const send = async (path: string, payload: Buffer, headers: Record<string, string> = {}) => {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { authorization: 'Bearer good-token', 'content-type': FORM_TYPE, ...headers },
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
  const ask = (path: string, request: unknown, audios: readonly (string | Uint8Array)[]) => {
    const content = typeof request === 'string' ? request : JSON.stringify(request);
    const parts = [{ name: 'enroll', type: 'application/json', content }];
    return send(
      path,
      formOf([...parts, ...audios.map((audio) => ({ name: 'audio', type: 'audio/wav', content: audio }))]),
    );
  };
  return {
    app,
    ...voices,
    send,
    verify: (request: unknown, ...audios: readonly (string | Uint8Array)[]) =>
      ask('/rest/v3/verify', request, audios),
    enroll: (request: unknown, ...audios: readonly (string | Uint8Array)[]) =>
      ask('/rest/v3/enroll', request, audios),
  };
}
