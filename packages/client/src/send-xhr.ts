import { aborted, LocutorError } from './errors.ts';
import type { OnProgress } from './progress.ts';

/** What a request is made of, as every way of sending takes it. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** For uploads in browsers: fetch tells nothing of how much was sent. */
export function sendXhr(request: Outgoing, onProgress: OnProgress): Promise<Response> {
  const { method, url, headers, body, signal } = request;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal.reason));
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    xhr.responseType = 'text';
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      onProgress({ sent: loaded, total: lengthComputable ? total : undefined });
    const stop = () => xhr.abort();
    signal?.addEventListener('abort', stop);
    xhr.onloadend = () => signal?.removeEventListener('abort', stop);
    xhr.onload = () => resolve(responseOf(xhr));
    xhr.onabort = () => reject(aborted(signal?.reason));
    xhr.onerror = () => reject(new LocutorError('ERR_NETWORK', 'the server cannot be reached'));
    xhr.send(body as XMLHttpRequestBodyInit);
  });
}

function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const bodiless = xhr.status === 204 || xhr.status === 205 || xhr.status === 304;
  return new Response(bodiless ? null : xhr.responseText, { status: xhr.status, headers });
}
