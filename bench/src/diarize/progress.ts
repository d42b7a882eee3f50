const WIDTH = 30;

/** A bar on a terminal; elsewhere nothing. */
export function progressBar(what: string, total: number): () => void {
  let done = 0;
  return () => {
    done += 1;
    if (!process.stderr.isTTY) return;
    const filled = Math.round((WIDTH * done) / total);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    process.stderr.write(done < total ? `\r${what} ${bar} ${done} of ${total}` : '\r\x1b[K');
  };
}
