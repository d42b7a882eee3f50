import { errorMessage, ModelError } from '../errors.ts';
import { metered, type Source } from './source.ts';
import { takeFromTarball } from './tarball.ts';

const MAX_REDIRECTS = 5;

/** An https address: of a tarball, or of a folder that holds the files under their store names. */
export function webSource(address: string): Source {
  return async (transfer) => {
    if (/\.(tgz|tar\.gz)$/.test(new URL(address).pathname)) {
      const body = await get(address, transfer.signal);
      if (!body) throw new ModelError('not-in-source', `There is nothing at the model source ${address}.`);
      return await takeFromTarball(readable(body, address), transfer);
    }
    for (const wanted of transfer.wanted) {
      const url = `${address.replace(/\/$/, '')}/${encodeURIComponent(wanted.file.name)}`;
      const body = await get(url, transfer.signal);
      if (body) await transfer.deliver(wanted, metered(readable(body, url), transfer.onBytes));
    }
  };
}

/** The body behind an address, or undefined when the server has nothing there. */
async function get(address: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | undefined> {
  let url = new URL(address);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (url.protocol !== 'https:') {
      throw new ModelError(
        'bad-source',
        `The model source ${address} leads to ${url.href}, which is not https.`,
      );
    }
    const response = await request(url, signal);
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location) {
      await response.body?.cancel();
      url = new URL(location, url);
      continue;
    }
    if (response.ok && response.body) return response.body;
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return undefined;
    throw new ModelError(
      response.status >= 500 ? 'unreachable' : 'source-refused',
      `The model source ${url.href} answered ${response.status}.`,
    );
  }
  throw new ModelError(
    'bad-source',
    `The model source ${address} redirects more than ${MAX_REDIRECTS} times.`,
  );
}

async function request(url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal });
  } catch (error) {
    throw lostConnection(error, url.href);
  }
}

async function* readable(body: ReadableStream<Uint8Array>, address: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw lostConnection(error, address);
  }
}

function lostConnection(error: unknown, address: string): unknown {
  if (!(error instanceof TypeError)) return error;
  const reason = error.cause === undefined ? error.message : errorMessage(error.cause);
  return new ModelError('unreachable', `The model source ${address} could not be reached: ${reason}.`, error);
}
