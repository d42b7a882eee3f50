import type { Grammar } from '@locutor/client';
import { SAMPLES } from './samples.ts';

/** What is listened for. */
export interface LmChoice {
  readonly kind: 'speech' | 'builtin' | 'own' | 'address';
  readonly lm: string;
  readonly source: string;
}

export const FIRST_CHOICE: LmChoice = {
  kind: 'speech',
  lm: 'builtin:slm/general',
  source: SAMPLES[0]!.source,
};

/** The same as a call of the client names it. */
export function modelsOf({ kind, lm, source }: LmChoice): { lm: string } | { grammars: Grammar[] } {
  return kind === 'own' ? { grammars: [{ source }] } : { lm };
}
