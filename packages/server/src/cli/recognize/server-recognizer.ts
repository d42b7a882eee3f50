import { FormData } from 'undici';
import { type Post, post, processesOf, type ServerAddress } from '../call/server-client.ts';
import { CommandError } from '../usage-error.ts';
import type { FileRecognizer, RecognizedResult } from './file-recognizer.ts';
import type { Recipe } from './recipe.ts';

const PATH = '/asr/rest/v3/recognize';
const ANY_AUDIO = 'application/octet-stream';
/** The server has a limit of its own, and says so; Node reads no larger files. */
export const MOST_BYTES = 2 ** 31 - 1;

/** Recognises files on a server. */
export async function serverRecognizer(
  server: ServerAddress,
  recipe: Recipe,
  signal: AbortSignal,
): Promise<FileRecognizer> {
  return {
    atOnce: await processesOf(server, signal),
    mostBytes: MOST_BYTES,
    async recognize(audio, mediaType, watch) {
      return resultsIn(server, await post(server, requestFor(PATH, recipe, audio, mediaType), watch.signal));
    },
  };
}

/** What is sent to have an audio recognised. */
export function requestFor(
  path: string,
  { lms, grammars, headers }: Recipe,
  audio: Uint8Array,
  mediaType = ANY_AUDIO,
): Post {
  const query = lms.map((lm) => `lm=${encodeURIComponent(lm)}`).join('&');
  const full = query === '' ? path : `${path}?${query}`;
  return grammars.length === 0
    ? { path: full, headers: { ...headers, 'content-type': mediaType }, body: audio }
    : { path: full, headers, body: formOf(audio, mediaType, grammars) };
}

export function resultsIn({ url }: ServerAddress, answer: unknown): RecognizedResult[] {
  if (!isResults(answer)) throw new CommandError(`the answer of ${url} is no list of results`);
  return answer;
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
