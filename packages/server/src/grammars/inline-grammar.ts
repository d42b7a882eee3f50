/** A grammar that a client sent in a form instead of naming one. */
export interface InlineGrammar {
  readonly bytes: Uint8Array;
  /** The Content-Type of its part, with its parameters. */
  readonly mediaType: string | undefined;
  /** What answers call it (default: `inline:` and its place). */
  readonly uri?: string;
}
