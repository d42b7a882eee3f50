/** The parts until the signal ends them; what comes after is left. */
export async function* until<T>(parts: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void, void> {
  const iterator = parts[Symbol.asyncIterator]();
  const ended = new Promise<{ done: true }>((resolve) => {
    const end = () => resolve({ done: true });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  try {
    for (;;) {
      const next = await Promise.race([ended, iterator.next()]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a part may be awaited there that never comes.
    void iterator.return?.()?.catch(() => {});
  }
}
