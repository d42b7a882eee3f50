const CODES: readonly unknown[] = ['EMFILE', 'ENFILE'];

/** Whether a file or a connection could not be opened because too many are open. */
export function isOutOfDescriptors(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.includes(error.code);
}
