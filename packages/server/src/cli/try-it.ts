import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/index.ts';

/** Recordings that come with the program. */
const SAMPLES = new Map([
  ['en', { file: 'en.mp3', type: 'audio/mpeg' }],
  ['pt', { file: 'pt.opus', type: 'audio/ogg' }],
]);

/** A call to paste, which works under this configuration. `token` is one that may be printed. */
export function tryIt(config: Config, address: string, token: string | undefined, engineUp: boolean): string {
  if (!engineUp) return 'No engine process is running, so audio cannot be processed yet; see the log.\n';
  const { language, authRecognize } = config;
  const isLocked = authRecognize === 'required';
  const { file, type } = SAMPLES.get(language) ?? SAMPLES.get('en')!;
  const call = [
    'curl',
    ...(isLocked ? [authorization(token)] : []),
    // Without a type, curl says that this is a form.
    `-H 'Content-Type: ${type}'`,
    '--data-binary',
    quoted(`@${shortest(fileURLToPath(new URL(`../../samples/${file}`, import.meta.url)))}`),
    quoted(`${address}/asr/rest/v3/recognize?lm=builtin:slm/general`),
  ].join(' ');
  return `Try it${isLocked && token === undefined ? ', with a token in $TOKEN' : ''}:\n  ${call}\n`;
}

/** The shell fills in a token that is not known here. */
function authorization(token: string | undefined): string {
  return token === undefined ? '-H "Authorization: Bearer $TOKEN"' : `-H 'Authorization: Bearer ${token}'`;
}

/** From the folder that the server was started in, as long as that is shorter: people paste calls there. */
function shortest(path: string): string {
  const near = relative('', path);
  return near.length < path.length ? near : path;
}

/** Spaces, brackets and question marks mean something to a shell. */
function quoted(text: string): string {
  return /[^\w./:@-]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : text;
}
