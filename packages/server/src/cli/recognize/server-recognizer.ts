import { FormData } from 'undici';
import { post, processesOf, type ServerAddress } from '../call/server-client.ts';
import { CommandError } from '../usage-error.ts';
import type { FileRecognizer, RecognizedResult } from './file-recognizer.ts';
import type { Recipe } from './recipe.ts';

const PATH = '/asr/rest/v3/recognize';
const ANY_AUDIO = 'application/octet-stream';
/** The server has a limit of its own, and says so; Node reads no larger files. */
const MOST_BYTES = 2 ** 31 - 1;

/** Recognises files on a server. */
export async function serverRecognizer(
  server: ServerAddress,
  { lms, grammars, headers }: Recipe,
  signal: AbortSignal,
): Promise<FileRecognizer> {
  const query = lms.map((lm) => `lm=${encodeURIComponent(lm)}`).join('&');
  const path = query === '' ? PATH : `${PATH}?${query}`;
  return {
    atOnce: await processesOf(server, signal),
    mostBytes: MOST_BYTES,
    async recognize(audio, mediaType = ANY_AUDIO, watch) {
      const request =
        grammars.length === 0
          ? { path, headers: { ...headers, 'content-type': mediaType }, body: audio }
          : { path, headers, body: formOf(audio, mediaType, grammars) };
      const answer = await post(server, request, watch.signal);
      if (!isResults(answer)) throw new CommandError(`the answer of ${server.url} is no list of results`);
      return answer;
    },
  };
}

function isResults(answer: unknown): answer is RecognizedResult[] {
  return Array.isArray(answer) && answer.every((each) => typeof each?.result_status === 'string');
}

function formOf(audio: Uint8Array, mediaType: string, grammars: Recipe['grammars']): FormData {
  const form = new FormData();
  for (const { bytes, mediaType: type = '' } of grammars)
    form.append('lm', new Blob([bytes], { type }), 'grammar');
  form.append('audio', new Blob([audio], { type: mediaType }), 'audio');
  return form;
}
