import type { Position } from '../model.ts';

/**
 * A recursive transition network in flat arrays: one small automaton per rule, with one start state that nothing
 * enters and one final state that nothing leaves. Arcs of a state stand together, in document order.
 */
export interface Network {
  readonly states: number;
  readonly arcs: number;
  /** `firstArc[s]` to `firstArc[s + 1]` are the arcs of state s. */
  readonly firstArc: Int32Array;
  readonly arcKind: Uint8Array;
  /** Word id for WORD, rule for the calls. */
  readonly arcValue: Int32Array;
  readonly arcTarget: Int32Array;
  /** Negative log probability in millionths, whole: sums are exact, so ties are real ties. */
  readonly arcCost: Float64Array;
  /** What passing the arc leaves in the parse: index into `outputs`, or -1. */
  readonly arcOutput: Int32Array;
  readonly stateRule: Int32Array;
  readonly ruleStart: Int32Array;
  readonly ruleFinal: Int32Array;
  readonly outputs: readonly Output[];
}

export const WORD = 0;
export const EPSILON = 1;
export const CALL = 2;
/** A call that must consume at least one word: an optional turn of a repeat, which else could go round for ever. */
export const CALL_NONEMPTY = 3;
/** Any word at all: GARBAGE. */
export const ANY = 4;

export type Output =
  | { readonly kind: 'token'; readonly text: string }
  | {
      readonly kind: 'tag';
      readonly text: string;
      readonly document: number;
      readonly rule: number;
      readonly index: number;
      readonly position: Position | undefined;
    }
  | {
      readonly kind: 'call';
      /** The rule's name, under which scripts see it. */
      readonly name: string;
      /** The reference as the grammar writes it: `fruit`, or `<other.grxml#fruit>`. */
      readonly written: string;
      readonly rule: number;
    };

/** Of one garbage word, in millionths of a nat; the odd one makes fewer garbage words win a tie. */
export const GARBAGE_COST = 4_000_001;

/** Probabilities are kept off zero: SRGS lets them guide a match, never forbid one. */
export function costOf(probability: number): number {
  return Math.round(-Math.log(Math.max(probability, 1e-9)) * 1e6) + 0;
}
