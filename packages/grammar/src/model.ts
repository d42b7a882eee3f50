/**
 * The one grammar model. Readers for SRGS XML, SRGS ABNF and JSGF produce it, printers turn it back into any of
 * the three, the compiler makes it matchable. It is plain data — no classes, no functions — so that it crosses
 * to a worker thread as it is and can be written by hand:
 *
 * ```ts
 * const doc: GrammarDocument = {
 *   ...emptyDocument(),
 *   language: 'en-US',
 *   root: 'answer',
 *   tagFormat: 'semantics/1.0',
 *   rules: [
 *     {
 *       name: 'answer',
 *       scope: 'public',
 *       examples: [],
 *       expansion: {
 *         kind: 'alternatives',
 *         choices: [
 *           { expansion: { kind: 'sequence', items: [{ kind: 'token', text: 'yes' }, { kind: 'tag', text: 'out = true' }] } },
 *           { expansion: { kind: 'sequence', items: [{ kind: 'token', text: 'no' }, { kind: 'tag', text: 'out = false' }] } },
 *         ],
 *       },
 *     },
 *   ],
 * };
 * ```
 */
export interface GrammarDocument {
  /** The syntax it was written in. JSGF differs in meaning too: see `root` and `tagFormat`. */
  readonly format: GrammarFormat;
  /** Where the document came from, absolute; undefined for an inline grammar. */
  readonly uri?: string;
  /** `xml:base`, the ABNF `base` declaration or a `base` meta, as written: references resolve against it. */
  readonly base?: string;
  readonly mode: GrammarMode;
  /** A BCP 47 tag as written. Required of a voice grammar in SRGS, absent or ignored for DTMF. */
  readonly language?: string;
  /** Name of the root rule. Without one the public rules are all active at once (always so in JSGF). */
  readonly root?: string;
  /**
   * As written. `semantics/1.0` runs tags as scripts, `semantics/1.0-literals` takes their text; a document that
   * declares nothing is read as literals; any other format keeps its tags but does not run them.
   */
  readonly tagFormat?: string;
  /** SRGS tags before the first rule: they run once per interpretation, before any other tag of the document. */
  readonly headerTags: readonly Tag[];
  readonly metas: readonly Meta[];
  readonly lexicons: readonly Lexicon[];
  readonly rules: readonly Rule[];
  /** JSGF: the full name of the grammar, `com.acme.politeness`. */
  readonly packageName?: string;
  /** JSGF: `import` statements, in order. */
  readonly imports: readonly Import[];
}

export type GrammarFormat = 'xml' | 'abnf' | 'jsgf';
export type GrammarMode = 'voice' | 'dtmf';

/** Counted from 1; columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Meta {
  /** `http-equiv` instead of `name`. */
  readonly http: boolean;
  readonly name: string;
  readonly content: string;
}

export interface Lexicon {
  readonly uri: string;
  readonly mediaType?: string;
}

/** `import <com.acme.politeness.*>` or `import <com.acme.politeness.start>`. */
export interface Import {
  /** The grammar's full name: `com.acme.politeness`. */
  readonly grammar: string;
  /** The imported rule, or `*`. */
  readonly rule: string;
  readonly position?: Position;
}

export interface Rule {
  readonly name: string;
  readonly scope: 'public' | 'private';
  readonly examples: readonly string[];
  readonly expansion: Expansion;
  readonly position?: Position;
}

export type Expansion = Sequence | Alternatives | Item | Token | RuleReference | SpecialRule | Tag;

/** Parts in order; empty matches the empty input, like NULL. */
export interface Sequence {
  readonly kind: 'sequence';
  readonly items: readonly Expansion[];
}

export interface Alternatives {
  readonly kind: 'alternatives';
  /** Empty matches nothing, like VOID. */
  readonly choices: readonly Choice[];
  readonly language?: string;
  readonly position?: Position;
}

export interface Choice {
  /** Relative to the other choices, any number ≥ 0; 1 where absent. A choice of weight 0 never matches. */
  readonly weight?: number;
  readonly expansion: Expansion;
}

/** A group with a repeat, a language or both. A bare group is just its expansion. */
export interface Item {
  readonly kind: 'item';
  readonly expansion: Expansion;
  readonly repeat?: Repeat;
  readonly language?: string;
  readonly position?: Position;
}

export interface Repeat {
  readonly min: number;
  /** `Infinity` for "or more". */
  readonly max: number;
  /** The probability of each further turn once `min` is reached, 0 to 1. */
  readonly probability?: number;
}

/** One token: a word, or several words quoted or put in a `<token>` to be one, white space normalised to single spaces. */
export interface Token {
  readonly kind: 'token';
  readonly text: string;
  readonly language?: string;
  readonly position?: Position;
}

export interface RuleReference {
  readonly kind: 'reference';
  readonly target: ReferenceTarget;
  readonly language?: string;
  readonly position?: Position;
}

export type ReferenceTarget =
  /** `#name`, `$name`, or a JSGF name that the same document defines. */
  | { readonly kind: 'local'; readonly name: string }
  /** Another document, `uri` as written and without its fragment; without `fragment` its root rule. */
  | {
      readonly kind: 'external';
      readonly uri: string;
      readonly fragment?: string;
      readonly mediaType?: string;
    }
  /** A JSGF name not defined in its document, simple or full: found through `imports` when the grammar is compiled. */
  | { readonly kind: 'imported'; readonly name: string };

/** NULL matches the empty input, VOID nothing, GARBAGE any words. */
export interface SpecialRule {
  readonly kind: 'special';
  readonly name: SpecialRuleName;
  readonly position?: Position;
}

export type SpecialRuleName = 'NULL' | 'VOID' | 'GARBAGE';

export interface Tag {
  readonly kind: 'tag';
  /** What stands between the delimiters, exactly. */
  readonly text: string;
  readonly position?: Position;
}

/** A document without rules, to spread into a hand-written one. */
export function emptyDocument(format: GrammarFormat = 'xml'): GrammarDocument {
  return { format, mode: 'voice', headerTags: [], metas: [], lexicons: [], rules: [], imports: [] };
}
