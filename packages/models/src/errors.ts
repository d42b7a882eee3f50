export type ModelErrorCode =
  /** The manifest has no model, or the model no file, of that name. */
  | 'unknown-model'
  | 'unknown-file'
  /** Known, but not in the store. */
  | 'not-ready'
  /** The bytes are not the pinned ones. */
  | 'wrong-hash'
  /** The archive or file ended early or cannot be read. */
  | 'damaged'
  /** The source answered and does not hold the package or file. */
  | 'not-in-source'
  | 'source-refused'
  | 'unreachable'
  | 'bad-source'
  | 'disk-full'
  | 'not-writable'
  | 'prepare-failed'
  /** Its licence has a condition that nobody accepted. */
  | 'licence'
  | 'aborted';

/** Everything that can go wrong between the manifest and a usable file. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;

  constructor(code: ModelErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

const systemCodes: Record<string, [ModelErrorCode, string]> = {
  ENOSPC: ['disk-full', 'the disk is full'],
  EDQUOT: ['disk-full', 'the disk quota is used up'],
  EFBIG: ['disk-full', 'the file is larger than this process may write'],
  EROFS: ['not-writable', 'the folder is read-only'],
  EACCES: ['not-writable', 'the folder may not be written by this user'],
  EPERM: ['not-writable', 'the folder may not be written by this user'],
  ENOTDIR: ['not-writable', 'a part of the path is not a folder'],
  ENOENT: ['not-writable', 'nothing can be made there'],
  EEXIST: ['not-writable', 'a part of the path is not a folder'],
};

/** Turns a file system failure while writing at `path` into a sentence; anything else is returned as it is. */
export function writingError(error: unknown, path: string): unknown {
  const known = systemCodes[errorCode(error)];
  if (!known || error instanceof ModelError) return error;
  return new ModelError(known[0], `Cannot write ${path}: ${known[1]}.`, error);
}

/** The `code` Node and npm put on their errors, or an empty string. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
