/**
 * Steers a beam search: which tokens may follow, and which are favoured. States are never changed, so beams may
 * share them.
 */
export interface Guide<State = unknown> {
  readonly initial: State;
  /** The only tokens that may follow, the end token included; undefined where all may. */
  allowed(state: State): ArrayLike<number> | undefined;
  /** Added to the log probabilities of these tokens. */
  bonus(state: State): ReadonlyMap<number, number> | undefined;
  /** The state after a token that was allowed. */
  advance(state: State, token: number): State;
}

/** Free speech. */
export const unguided: Guide<undefined> = {
  initial: undefined,
  allowed: () => undefined,
  bonus: () => undefined,
  advance: () => undefined,
};
