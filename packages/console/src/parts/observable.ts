import { useEffect, useState } from 'preact/hooks';

/** A value outside of components that they can follow. */
export class Observable<T> {
  #value: T;
  readonly #followers = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const follower of this.#followers) follower(value);
  }

  follow(follower: (value: T) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
}

export function useObservable<T>(observable: Observable<T>): T {
  const [value, setValue] = useState(observable.value);
  useEffect(() => {
    const follow = (next: T) => setValue(() => next);
    follow(observable.value);
    return observable.follow(follow);
  }, [observable]);
  return value;
}
