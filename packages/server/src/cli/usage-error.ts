/** A mistake on the command line; the message says how to correct it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command that was understood and could not be done; the message is enough for a person. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
