/** Why the store could not do what it was asked; the message is a sentence for the operator. */
export type StoreErrorCode =
  /** The database setting is not one this server understands. */
  | 'ERR_STORE_SETTING'
  /** The database does not answer. */
  | 'ERR_STORE_UNREACHABLE'
  /** The database answers but refuses this user, password or database name. */
  | 'ERR_STORE_REFUSED'
  /** The file or folder cannot be opened for writing. */
  | 'ERR_STORE_NOT_WRITABLE'
  /** No room left on the disk. */
  | 'ERR_STORE_FULL'
  /** The file is not a database, or is corrupt. */
  | 'ERR_STORE_DAMAGED'
  /** The database was written by a newer version of this server. */
  | 'ERR_STORE_NEWER'
  /** The database was lost while it committed: what was asked for is done or not done, and nobody can tell. */
  | 'ERR_STORE_UNCERTAIN'
  /** Some of what was to be deleted is gone, the rest is not. */
  | 'ERR_STORE_PARTLY'
  /** It is deleted, but the files of the database may still hold its bytes. */
  | 'ERR_STORE_NOT_WIPED'
  /** Another process kept the database locked for too long. */
  | 'ERR_STORE_BUSY'
  /** The store was closed before the call. */
  | 'ERR_STORE_CLOSED'
  /** A value given to the store is not acceptable. */
  | 'ERR_STORE_VALUE'
  /** The repository or scenario to enrol into is not there, or no longer. */
  | 'ERR_STORE_PLACE'
  /** The key of stored voiceprints is not available, or its file cannot be used. */
  | 'ERR_STORE_KEY'
  /** A new token could not be shown, so it was not kept. */
  | 'ERR_STORE_NOT_SHOWN'
  /** Anything else; `cause` holds what the database said. */
  | 'ERR_STORE_FAILED';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  /** Of the operation whose outcome is not known. */
  readonly transactionId: string | undefined;

  constructor(
    code: StoreErrorCode,
    message: string,
    options?: ErrorOptions & { readonly transactionId?: string },
  ) {
    super(message, options);
    this.code = code;
    this.transactionId = options?.transactionId;
  }
}
