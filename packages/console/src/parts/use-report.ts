import type { GrammarReport } from '@locutor/client';
import { useEffect, useState } from 'preact/hooks';
import { call } from './api.ts';

/** Time after the last keystroke before the server is asked. */
const PAUSE_MS = 300;

export interface Inspected {
  readonly report: GrammarReport | undefined;
  readonly error: unknown;
  readonly busy: boolean;
}

/** What the server says of a grammar and a text, while they are typed. Undefined sources are not asked about. */
export function useReport(source: string | undefined, lm: string | undefined, text: string): Inspected {
  const [state, setState] = useState<Inspected>({ report: undefined, error: undefined, busy: false });
  useEffect(() => {
    if (!source?.trim() && lm === undefined) {
      setState({ report: undefined, error: undefined, busy: false });
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    setState((before) => ({ ...before, busy: true }));
    const timer = setTimeout(async () => {
      const grammar = source?.trim() ? { source } : undefined;
      const options = { text, signal, ...(lm !== undefined && { lm }) };
      try {
        const report = await call((locutor) => locutor.inspectGrammar(grammar, options));
        if (!signal.aborted) setState({ report, error: undefined, busy: false });
      } catch (error) {
        if (!signal.aborted) setState({ report: undefined, error, busy: false });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, lm, text]);
  return state;
}
