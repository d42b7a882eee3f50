import type { Position } from './model.ts';

/**
 * Every way a grammar or a match can fail, in one place.
 *
 * | code | when |
 * |---|---|
 * | `syntax` | the text is not a grammar of its syntax |
 * | `invalid` | well-formed but against the rules: duplicate rule, undefined root, missing language, mode mismatch… |
 * | `undefined-rule` | a reference to a rule that does not exist or is private to another document |
 * | `not-found` | another document cannot be found or fetched |
 * | `tag` | a tag is not a valid script |
 * | `not-expressible` | a printer's syntax cannot say it |
 * | `limit` | a limit was reached; `limit` names it |
 */
export type GrammarErrorCode =
  | 'syntax'
  | 'invalid'
  | 'undefined-rule'
  | 'not-found'
  | 'tag'
  | 'not-expressible'
  | 'limit';

export interface GrammarErrorPlace extends Partial<Position> {
  readonly uri?: string | undefined;
}

export class GrammarError extends Error {
  override readonly name = 'GrammarError';
  readonly code: GrammarErrorCode;
  /** Counted from 1; undefined where the error belongs to no place. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The document the error is in, where it has a URI. */
  readonly uri: string | undefined;
  /** The message without its place. */
  readonly reason: string;
  /** For `limit`: the limit's name. */
  readonly limit: string | undefined;

  constructor(code: GrammarErrorCode, reason: string, place: GrammarErrorPlace = {}, limit?: string) {
    super(describePlace(place) + reason);
    this.code = code;
    this.reason = reason;
    this.line = place.line;
    this.column = place.column;
    this.uri = place.uri;
    this.limit = limit;
  }
}

function describePlace({ uri, line, column }: GrammarErrorPlace): string {
  const position =
    line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}`;
  const parts = [uri, position].filter((part) => part);
  return parts.length > 0 ? `${parts.join(', ')}: ` : '';
}
