/** SSML that cannot be said, and where: lines and columns count from 1. */
export class SsmlError extends Error {
  override readonly name = 'SsmlError';
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
