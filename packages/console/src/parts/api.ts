import { Locutor, LocutorError } from '@locutor/client';
import { Observable, useObservable } from './observable.ts';

const KEY = 'locutor-token';

/** The page lies in a folder of the server, which may have a path prefix. */
export const serverUrl = new URL('..', document.baseURI).href.replace(/\/$/, '');

interface Asking {
  readonly id: number;
  readonly reason: string | undefined;
  readonly answer: (token: string | undefined) => void;
}

const token = new Observable<string | undefined>(sessionStorage.getItem(KEY) ?? undefined);
const asking = new Observable<Asking | undefined>(undefined);
let count = 0;
let pending: Promise<string | undefined> | undefined;

export const useToken = () => useObservable(token);
export const useAsking = () => useObservable(asking);

/** Opens the dialog; callers who ask at the same time share it. Undefined where the person cancels. */
export function askForToken(reason?: string): Promise<string | undefined> {
  pending ??= new Promise((answer) => asking.set({ id: ++count, reason, answer }));
  return pending;
}

export function finishAsking(given: string | undefined): void {
  const open = asking.value;
  if (!open) return;
  if (given !== undefined) {
    sessionStorage.setItem(KEY, given);
    token.set(given);
  }
  pending = undefined;
  asking.set(undefined);
  open.answer(given);
}

export function forgetToken(): void {
  sessionStorage.removeItem(KEY);
  token.set(undefined);
  finishAsking(undefined);
}

/** Calls the server, and asks for a token where it wants another one. */
export async function call<T>(work: (locutor: Locutor) => Promise<T>): Promise<T> {
  const client = () => new Locutor({ url: serverUrl, ...(token.value && { token: token.value }) });
  try {
    return await work(client());
  } catch (error) {
    if (!(error instanceof LocutorError) || error.code !== 'ERR_UNAUTHORIZED') throw error;
    const reason = token.value ? 'The server does not accept this token.' : 'This needs a token.';
    if ((await askForToken(reason)) === undefined) throw error;
    return work(client());
  }
}
