import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../parts/api.ts';

/** As many as fit beside the text and its meaning. */
const COUNT = 6;

export interface Generated {
  /** Undefined until they are asked for. */
  readonly sentences: readonly string[] | undefined;
  /** Why there are none, where a limit of the server ended the search. */
  readonly failure: string | undefined;
  readonly error: unknown;
  readonly busy: boolean;
}

const NOTHING: Generated = { sentences: undefined, failure: undefined, error: undefined, busy: false };

/** Random sentences of a grammar, others whenever they are asked for. Those of an older grammar are dropped. */
export function useSentences(source: string | undefined, lm: string | undefined) {
  const [state, setState] = useState(NOTHING);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    setState(NOTHING);
    return () => running.current?.abort();
  }, [source, lm]);
  const generate = async () => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState((before) => ({ ...before, busy: true }));
    const grammar = source === undefined ? undefined : { source };
    const options = { sentences: COUNT, signal, ...(lm !== undefined && { lm }) };
    try {
      const { sentences, problems } = await call((locutor) => locutor.inspectGrammar(grammar, options));
      const failure = problems.find(({ severity }) => severity === 'error')?.message;
      if (!signal.aborted) setState({ ...NOTHING, sentences, failure });
    } catch (error) {
      if (!signal.aborted) setState({ ...NOTHING, error });
    }
  };
  return { ...state, generate };
}
