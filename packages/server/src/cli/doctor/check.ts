/** What one check of a deployment found. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failure';
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const ok = (name: string, found: string): Check => ({ name, state: 'ok', found });

export const warning = (name: string, found: string, advice: string): Check => ({
  name,
  state: 'warning',
  found,
  advice,
});

export const failure = (name: string, found: string, advice: string): Check => ({
  name,
  state: 'failure',
  found,
  advice,
});
