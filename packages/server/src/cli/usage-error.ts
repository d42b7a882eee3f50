/** Something the person at the command line can mend; the message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
