import type { IncomingMessage } from 'node:http';
import { quote, ServiceError } from '../../errors/index.ts';

/** Letters by which a header may differ from one of ours to be taken for it. No ordinary header is as near (a test). */
const MOST = 2;
/** Headers that are looked at: nobody sends as many by mistake, and each takes some 20 µs. */
const MOST_HEADERS = 200;

/** Refuses a header that is nearly one of `names`: it would be ignored, and nobody would know why. */
export function refuseMisspelt(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  names: HeaderNames,
): void {
  for (let at = 0; at < Math.min(rawHeaders.length, 2 * MOST_HEADERS); at += 2) {
    const sent = rawHeaders[at]!;
    const meant = names.nearest(sent.toLowerCase());
    if (meant === undefined) continue;
    throw new ServiceError(
      'ERR_INVALID_PARAMETER',
      `there is no header ${quote(sent)}; the nearest is ${meant}`,
    );
  }
}

/** The names of our headers, for comparison with others. */
export class HeaderNames {
  readonly #byLowerCase: ReadonlyMap<string, string>;
  readonly #byLength = new Map<number, string[]>();

  constructor(names: readonly string[]) {
    this.#byLowerCase = new Map(names.map((name) => [name.toLowerCase(), name]));
    for (const name of this.#byLowerCase.keys()) {
      this.#byLength.set(name.length, [...(this.#byLength.get(name.length) ?? []), name]);
    }
  }

  /** The name that a header in lower case nearly is; undefined for one that is a name, or like none. */
  nearest(header: string): string | undefined {
    if (this.#byLowerCase.has(header)) return undefined;
    for (let most = 1; most <= MOST; most++) {
      for (let length = header.length - most; length <= header.length + most; length++) {
        const found = this.#byLength.get(length)?.find((name) => differsBy(header, name, most));
        if (found !== undefined) return this.#byLowerCase.get(found);
      }
    }
    return undefined;
  }
}

/** Whether so many letters left out, added or changed make one text of the other. */
function differsBy(one: string, other: string, most: number): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  if (at === one.length && at === other.length) return true;
  if (most === 0) return false;
  const [rest, otherRest] = [one.slice(at), other.slice(at)];
  return (
    differsBy(rest.slice(1), otherRest.slice(1), most - 1) ||
    (rest !== '' && differsBy(rest.slice(1), otherRest, most - 1)) ||
    (otherRest !== '' && differsBy(rest, otherRest.slice(1), most - 1))
  );
}
