import { useEffect, useState } from 'preact/hooks';

export interface Polled<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/** Reads again and again while the panel can be seen. `every` may change with what was read. */
export function usePolled<T>(read: () => Promise<T>, every: (value: T | undefined) => number): Polled<T> {
  const [value, setValue] = useState<T>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout>;
    const again = (latest: T | undefined) => {
      if (!gone) timer = setTimeout(run, every(latest));
    };
    const run = async () => {
      if (document.hidden || location.hash !== '#status') return again(undefined);
      let latest: T | undefined;
      try {
        latest = await read();
        if (gone) return;
        setValue(() => latest);
        setError(undefined);
      } catch (failed) {
        if (gone) return;
        setError(failed);
        // It was refused, not lost: asking again and again helps nobody.
        if ((failed as { status?: number }).status) return;
      }
      again(latest);
    };
    void run();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [turn]);
  return { value, error, reload: () => setTurn((before) => before + 1) };
}
