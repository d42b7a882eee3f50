/** What may follow in a guided search. */
export interface Choices {
  /** What is added to the log probabilities of these tokens. */
  readonly tokens: ReadonlyMap<number, number>;
  /** What is added to those of all others; undefined: no other may follow. */
  readonly others: number | undefined;
}

/**
 * Steers a beam search: which tokens may follow, and which are favoured. States are never changed, so beams may
 * share them.
 */
export interface Guide<State = unknown> {
  readonly initial: State;
  choices(state: State): Choices;
  /** The state after a token that was allowed. */
  advance(state: State, token: number): State;
  /** What a text in this state has gained in advance and loses again unless it goes on as hoped. Default 0. */
  pending?(state: State): number;
}

/** What a guide adds to a whole text. */
export function bonusOf<State>(guide: Guide<State>, tokens: readonly number[], endToken: number): number {
  let [state, sum] = [guide.initial, 0];
  const bonus = (token: number) => {
    const { tokens, others = 0 } = guide.choices(state);
    return tokens.get(token) ?? others;
  };
  for (const token of tokens) {
    sum += bonus(token);
    state = guide.advance(state, token);
  }
  return sum + bonus(endToken);
}

/** Free speech. */
export const unguided: Guide<undefined> = {
  initial: undefined,
  choices: () => ({ tokens: new Map(), others: 0 }),
  advance: () => undefined,
};
