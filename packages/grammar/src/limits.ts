import { GrammarError } from './errors.ts';

/**
 * Everything that grows with a grammar or a text has a limit, so that a hostile one ends in a typed error
 * (`code: 'limit'`, `limit`: the name below) and never in a stalled or swollen process. All but `scriptMs` are
 * counts, not clocks: the same grammar and text always end the same way, on any machine.
 */
export interface GrammarLimits {
  /** Documents linked together, the first included. */
  readonly documents: number;
  /** Rules compiled, of all documents together. */
  readonly rules: number;
  /** Arcs of the compiled network. */
  readonly arcs: number;
  /** Groups inside groups inside one rule. */
  readonly nesting: number;
  /** The highest finite bound of a repeat. */
  readonly repeat: number;
  /** Characters of all tags that run as scripts. */
  readonly scriptLength: number;
  /** Words of one text. */
  readonly words: number;
  /** Chart items of one text. */
  readonly items: number;
  /** Chart edges of one text: what ambiguity costs. */
  readonly edges: number;
  /** Derivations examined to collect distinct meanings; more are left out, which is not an error. */
  readonly derivations: number;
  /** Interrupt checks of the script engine (one per some thousand operations) for one match. */
  readonly scriptSteps: number;
  /** Milliseconds of the script engine for one match. */
  readonly scriptMs: number;
  /** Characters, as JSON, of the meanings of rules that the script engine is given for one derivation. */
  readonly scriptInput: number;
  /** Bytes of the script engine's heap. */
  readonly scriptMemory: number;
  /** Characters of one meaning as JSON. */
  readonly meaningLength: number;
  /** Lists and objects inside each other in one meaning. */
  readonly meaningDepth: number;
  /** Characters of all meanings of one match together. */
  readonly meaningsLength: number;
}

export const defaultLimits: GrammarLimits = {
  documents: 32,
  rules: 100_000,
  arcs: 2_000_000,
  nesting: 200,
  repeat: 10_000,
  scriptLength: 512 * 1024,
  words: 2_000,
  items: 300_000,
  edges: 1_500_000,
  derivations: 24,
  scriptSteps: 60,
  scriptMs: 1000,
  scriptInput: 1024 * 1024,
  scriptMemory: 16 * 1024 * 1024,
  meaningLength: 65_536,
  meaningDepth: 200,
  meaningsLength: 262_144,
};

export function limitReached(limit: keyof GrammarLimits, reason: string): GrammarError {
  return new GrammarError('limit', reason, {}, limit);
}
