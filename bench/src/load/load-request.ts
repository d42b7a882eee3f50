/** One request of the mix, with what its answer must be. */
export interface LoadRequest {
  /** The row of the table that it counts in. */
  readonly kind: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  /** What is wrong with an answer; undefined where nothing is. 503 is not asked about. */
  check(answer: LoadAnswer): string | undefined;
}

export interface LoadAnswer {
  readonly status: number;
  readonly text: string;
}

/** Makes a request of a kind; `unique` differs in every call, so that no answer fits another request. */
export type RequestMaker = (unique: number) => LoadRequest;

/** Expects this status and, where it is given, exactly this text. */
export function exactly(status: number, text?: string): LoadRequest['check'] {
  return (answer) => {
    if (answer.status !== status)
      return `status ${answer.status} instead of ${status}: ${short(answer.text)}`;
    if (text !== undefined && answer.text !== text) return `${short(answer.text)} instead of ${short(text)}`;
    return undefined;
  };
}

/** Expects this status and an answer of which this is true. */
export function holding<T>(status: number, holds: (body: T) => boolean): LoadRequest['check'] {
  return (answer) => {
    const wrong = exactly(status)(answer);
    if (wrong !== undefined) return wrong;
    try {
      return holds(JSON.parse(answer.text) as T) ? undefined : `not the answer to it: ${short(answer.text)}`;
    } catch {
      return `not what is expected: ${short(answer.text)}`;
    }
  };
}

function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
