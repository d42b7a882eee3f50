import { aborted, LocutorError } from './errors.ts';
import { isStream } from './media.ts';
import { counted, type OnProgress } from './progress.ts';
import { type Outgoing, sendXhr } from './send-xhr.ts';

/** Sends a request once. Throws ERR_NETWORK and ERR_ABORTED only: every status is an answer. */
export async function send(request: Outgoing, onProgress?: OnProgress): Promise<Response> {
  if (onProgress && typeof XMLHttpRequest !== 'undefined' && !isStream(request.body)) {
    return sendXhr(request, onProgress);
  }
  const { url, method, headers, body, signal } = request;
  try {
    return await fetch(url, {
      method,
      signal: signal ?? null,
      ...(onProgress && body != null
        ? countedBody(url, headers, body, onProgress)
        : plainBody(headers, body)),
    });
  } catch (error) {
    if (signal?.aborted) throw aborted(error);
    const reason = (error as { cause?: Error }).cause?.message ?? (error as Error).message;
    throw new LocutorError('ERR_NETWORK', `the server cannot be reached: ${reason}`, { cause: error });
  }
}

type Body = Pick<RequestInit, 'headers' | 'body'> & { duplex?: 'half' };

function plainBody(headers: Outgoing['headers'], body: BodyInit | undefined): Body {
  return { headers, body: body ?? null, ...(isStream(body) && { duplex: 'half' }) };
}

/** In Node: a stream that is counted. A form gets its boundary first. */
function countedBody(
  url: string,
  headers: Outgoing['headers'],
  body: BodyInit,
  onProgress: OnProgress,
): Body {
  const whole = new Request(url, {
    method: 'POST',
    headers,
    body,
    ...(isStream(body) && { duplex: 'half' }),
  } as RequestInit);
  return {
    headers: whole.headers,
    body: counted(whole.body!, lengthOf(body), onProgress),
    duplex: 'half',
  };
}

function lengthOf(body: BodyInit): number | undefined {
  if (body instanceof Blob) return body.size;
  return body instanceof ArrayBuffer || ArrayBuffer.isView(body) ? body.byteLength : undefined;
}
