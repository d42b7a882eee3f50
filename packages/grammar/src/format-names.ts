import type { GrammarFormat } from './model.ts';

/** How messages call the syntaxes. */
export const formatNames: Readonly<Record<GrammarFormat, string>> = {
  xml: 'SRGS XML',
  abnf: 'SRGS ABNF',
  jsgf: 'JSGF',
};
