import { ServiceError } from '../../errors/index.ts';
import { printable } from '../../printable.ts';

/** Reads one value, or throws ERR_INVALID_PARAMETER that names its place. */
export type Reader<T> = (value: unknown, path: string) => T;

/** The members of a JSON object, taken one by one; what nobody took is refused at the end. */
export class Members {
  readonly #members: Map<string, unknown>;
  readonly #path: string;
  readonly #noun: string;

  /** `what` names the object where its place has no name of its own, `noun` what it is made of. */
  constructor(value: unknown, path: string, what = path, noun = 'member') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw wrong(what, 'an object', value);
    }
    this.#members = new Map(Object.entries(value));
    this.#path = path;
    this.#noun = noun;
  }

  /** The parameters of a query. */
  static ofQuery(query: unknown): Members {
    return new Members(query, '', 'the query', 'query parameter');
  }

  /** Undefined where there is no such member. */
  take<T>(name: string, read: Reader<T>): T | undefined {
    if (!this.#members.has(name)) return undefined;
    const value = this.#members.get(name);
    this.#members.delete(name);
    return read(value, this.#at(name));
  }

  need<T>(name: string, read: Reader<T>): T {
    const value = this.take(name, read);
    if (value === undefined) throw new ServiceError('ERR_INVALID_PARAMETER', `${this.#at(name)} is missing`);
    return value;
  }

  end(): void {
    for (const name of this.#members.keys()) {
      throw new ServiceError('ERR_INVALID_PARAMETER', `there is no ${this.#noun} ${shown(this.#at(name))}`);
    }
  }

  #at(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }
}

export function wrong(path: string, expected: string, value: unknown): ServiceError {
  return new ServiceError('ERR_INVALID_PARAMETER', `${path}: expected ${expected}, got ${shown(value)}`);
}

function shown(value: unknown): string {
  // JSON would write a number beyond its range as null.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return printable(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

export function number(min: number, max: number): Reader<number> {
  return (value, path) => {
    if (typeof value === 'number' && value >= min && value <= max) return value;
    throw wrong(path, `a number from ${min} to ${max}`, value);
  };
}

export function integer(min: number, max: number): Reader<number> {
  return (value, path) => {
    if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max)
      return value as number;
    throw wrong(path, `an integer from ${min} to ${max}`, value);
  };
}

export const flag: Reader<boolean> = (value, path) => {
  if (typeof value === 'boolean') return value;
  throw wrong(path, 'true or false', value);
};

export function oneOf<const T extends string>(...words: readonly T[]): Reader<T> {
  return (value, path) => {
    if (words.includes(value as T)) return value as T;
    throw wrong(path, words.map((word) => JSON.stringify(word)).join(' or '), value);
  };
}

export function text(pattern: RegExp, expected: string): Reader<string> {
  return (value, path) => {
    if (typeof value === 'string' && pattern.test(value)) return value;
    throw wrong(path, expected, value);
  };
}

export function list<T>(read: Reader<T>, min: number, max: number): Reader<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw wrong(path, `a list of ${min} to ${max}`, value);
    if (value.length < min || value.length > max) {
      throw new ServiceError(
        'ERR_INVALID_PARAMETER',
        `${path}: expected a list of ${min} to ${max}, got one of ${value.length}`,
      );
    }
    return value.map((each, index) => read(each, `${path}[${index}]`));
  };
}

/** An integer as a query has it. */
export function integerText(min: number, max: number): Reader<number> {
  return (value, path) => {
    if (typeof value === 'string' && /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max)
      return Number(value);
    throw wrong(path, `an integer from ${min} to ${max}`, value);
  };
}
