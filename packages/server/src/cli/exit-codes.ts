/** What the command exits with. docs/command.md lists them. */
export const exitCodes = {
  /** Everything was done. */
  done: 0,
  /** Something failed; the message or the table says what. */
  failed: 1,
  /** The command line or the configuration is wrong; nothing was done. */
  usage: 2,
  /** Ctrl-C. */
  interrupted: 130,
} as const;
