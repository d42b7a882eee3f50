import { aborted, LocutorError } from '../errors.ts';
import type { LocutorOptions } from '../options.ts';

const PATH = '/asr/ws/v3/recognize';

/** Connects; `explain` throws what an ordinary request to the address is refused with, which browsers keep to themselves. */
export async function connect(
  { url, token }: LocutorOptions,
  signal: AbortSignal | undefined,
  explain: (path: string) => Promise<unknown>,
): Promise<WebSocket> {
  if (signal?.aborted) throw aborted(signal.reason);
  if (typeof WebSocket === 'undefined')
    throw new LocutorError('ERR_NETWORK', 'there is no WebSocket here: Node has it from version 22 on');
  // Browsers cannot send the header Authorization.
  const protocols = ['asr', ...(token ? [`bearer.${token}`] : [])];
  const socket = new WebSocket(`${url.replace(/\/+$/, '').replace(/^http/, 'ws')}${PATH}`, protocols);
  const opened = await new Promise<boolean>((resolve) => {
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
    signal?.addEventListener('abort', () => socket.close(), { once: true });
  });
  if (opened) return socket;
  if (signal?.aborted) throw aborted(signal.reason);
  await explain(PATH).catch((error: unknown) => {
    // It is there, and for WebSocket connections only.
    if (!(error instanceof LocutorError) || error.status !== 426) throw error;
  });
  throw new LocutorError('ERR_BUSY', 'the server accepts no further session now');
}
