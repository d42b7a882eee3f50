import { createHash } from 'node:crypto';

/** A document as loaded. Requests share it: do not change `bytes`, and copy them before handing them to a thread. */
export interface LoadedDocument {
  /**
   * What references in the document are relative to: the address after redirects, or `file:///` and the path below
   * the grammar folder, which says nothing about where that folder is.
   */
  readonly uri: string;
  readonly bytes: Uint8Array;
  /** The Content-Type as sent, with its parameters. Files have none. */
  readonly mediaType?: string;
  /** Until when `load` answers with the same document without looking at its source, in milliseconds since 1970. */
  readonly freshUntil: number;
  /** SHA-256 of the bytes, in hexadecimal: equal fingerprints need no second compilation. */
  readonly fingerprint: string;
}

export function fingerprint(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
