/** A word of a POSIX shell that stands for exactly this text. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command over several lines. */
export function command(words: readonly string[]): string {
  return words.join(' \\\n  ');
}
