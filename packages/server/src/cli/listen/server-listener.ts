import type { RecognitionResult } from '../../operations/results/result.ts';
import { type Frame, textOf } from '../../streaming/frame.ts';
import type { ServerAddress } from '../call/server-client.ts';
import type { Recipe } from '../recognize/recipe.ts';
import type { Listener, ListenWatch, SpokenAudio } from './listener.ts';
import { SessionClient } from './session-client.ts';

/** A server knows no better than the bytes. */
const ANY_AUDIO = 'application/octet-stream';

/** Has a server recognise what is spoken. */
export function serverListener(server: ServerAddress, recipe: Recipe): Listener {
  return {
    async listen(audio, watch, signal) {
      let session: SessionClient | undefined;
      try {
        await new Promise<void>((resolve, reject) => {
          const onResult = (frame: Frame) => {
            const result = JSON.parse(Buffer.from(frame.body).toString()) as RecognitionResult;
            report(result, frame, watch);
            if (result.final_result && result.last_segment) resolve();
          };
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          SessionClient.open(server, { onResult, onFailure: reject }, signal)
            .then(async (opened) => {
              session = opened;
              await start(opened, recipe, watch.onPartial !== undefined);
              await send(opened, audio);
            })
            .catch(reject);
        });
      } finally {
        session?.close();
      }
    },
  };
}

function report(result: RecognitionResult, { headers }: Frame, watch: ListenWatch): void {
  if (result.final_result) watch.onResult(result);
  else watch.onPartial?.(result.alternatives[0]?.text ?? '', Number(headers['stable-length'] ?? 0));
}

async function start(session: SessionClient, recipe: Recipe, partials: boolean): Promise<void> {
  const names = recipe.grammars.map(({ uri = '' }) => uri);
  for (const [at, { bytes, mediaType: type = ANY_AUDIO }] of recipe.grammars.entries()) {
    const id = names[at]!.replace(/^session:/, '');
    await session.ask('DEFINE_GRAMMAR', { 'Content-ID': id }, { type, content: bytes });
  }
  const own = Object.entries(recipe.headers).map(([name, value]) => [name, textOf(value)]);
  const headers = {
    Accept: 'application/json',
    ...(recipe.headers['decoder-continuousmode'] === undefined && { 'decoder.continuousMode': 'true' }),
    'decoder.partialResultEnabled': String(partials),
    ...Object.fromEntries(own),
  };
  const content = [...recipe.lms, ...names].join('\r\n');
  await session.ask('START_RECOGNITION', headers, { type: 'text/uri-list', content });
}

async function send(session: SessionClient, { parts, mediaType = ANY_AUDIO }: SpokenAudio): Promise<void> {
  for await (const content of parts) {
    await session.send('SEND_AUDIO', { LastPacket: 'false' }, { type: mediaType, content });
  }
  await session.send('SEND_AUDIO', { LastPacket: 'true', 'Content-Type': mediaType });
}
