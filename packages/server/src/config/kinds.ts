import { resolve } from 'node:path';
import { readFlag } from '../flag-word.ts';
import { languageOf } from '../operations/languages.ts';

/** How one kind of setting is read: from a config file's value or an environment variable's text. */
export interface Kind<T> {
  /** Completes the sentence "expected …". */
  readonly expected: string;
  /** The value, or undefined when the input is not of this kind. `base` is what relative paths start from. */
  parse(input: unknown, base: string): T | undefined;
}

export function integer(min: number, max: number): Kind<number> {
  return {
    expected: `an integer from ${min} to ${max}`,
    parse(input) {
      const number = typeof input === 'string' && /^[+-]?\d+$/.test(input.trim()) ? Number(input) : input;
      return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
        ? number
        : undefined;
    },
  };
}

/** One number, or two with a comma between them (a list in the file): for wide-band and for telephone speech. */
export function bandNumbers(min: number, max: number): Kind<readonly number[]> {
  return {
    expected: `a number from ${min} to ${max}, or two: for wide-band and for telephone speech`,
    parse(input) {
      const parts = typeof input === 'string' ? input.split(',') : Array.isArray(input) ? input : [input];
      const numbers = parts.map((part) =>
        typeof part === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(part) ? Number(part) : part,
      );
      const good = numbers.every((each) => typeof each === 'number' && each >= min && each <= max);
      return good && (numbers.length === 1 || numbers.length === 2) ? numbers : undefined;
    },
  };
}

/** A word that stands for "decide for me", or the given kind. */
export function orWord<W extends string, T>(word: W, kind: Kind<T>): Kind<W | T> {
  return {
    expected: `"${word}" or ${kind.expected}`,
    parse: (input, base) => (input === word ? word : kind.parse(input, base)),
  };
}

export function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return {
    expected: values.map((value) => `"${value}"`).join(' or '),
    parse: (input) => values.find((value) => value === input),
  };
}

export const flag: Kind<boolean> = {
  expected: 'true or false',
  parse: (input) =>
    typeof input === 'boolean' ? input : typeof input === 'string' ? readFlag(input) : undefined,
};

/** One of a few numbers. */
export function numberOf<const T extends number>(...values: readonly T[]): Kind<T> {
  return {
    expected: values.join(' or '),
    parse: (input) => values.find((value) => value === input || String(value) === input),
  };
}

/** Text of a given shape; `expected` describes the shape for the error message. */
export function text(pattern: RegExp, expected: string): Kind<string> {
  return {
    expected,
    parse: (input) => (typeof input === 'string' && pattern.test(input) ? input : undefined),
  };
}

/** A BCP 47 tag, read as the code of its language where one is known; whether it is, the server checks. */
export const language: Kind<string> = {
  expected: 'a language tag such as en or pt-BR',
  parse(input) {
    if (typeof input !== 'string' || !/^[a-z]{2,8}([-_][a-z\d]{1,8})*$/i.test(input)) return undefined;
    return languageOf(input) ?? input.toLowerCase();
  },
};

/** A path, made absolute; the empty text is refused because it would mean the current folder by accident. */
export const path: Kind<string> = {
  expected: 'a path',
  parse: (input, base) =>
    typeof input === 'string' && input !== '' && !input.includes('\0') ? resolve(base, input) : undefined,
};

/** The address of a document: on the web, or a file behind `file:`, whose path is made absolute. */
export const documentAddress: Kind<string> = {
  expected: 'empty, an address that starts with https://, or file: and a path',
  parse(input, base) {
    if (typeof input !== 'string') return undefined;
    if (input === '' || /^https?:\/\/[^\s@]+$/.test(input)) return input;
    const [, file = ''] = /^file:(?:\/\/(?=\/))?(.+)$/.exec(input) ?? [];
    const absolute = path.parse(file, base);
    return absolute === undefined ? undefined : `file:${absolute}`;
  },
};

/** A list in the file, comma-separated text in the environment. */
export function list<T>(item: Kind<T>): Kind<readonly T[]> {
  return {
    expected: `a list, each ${item.expected}`,
    parse(input, base) {
      const parts = typeof input === 'string' ? splitList(input) : input;
      if (!Array.isArray(parts)) return undefined;
      const values = parts.map((part) => item.parse(part, base));
      return values.includes(undefined) ? undefined : (values as T[]);
    },
  };
}

function splitList(input: string): string[] {
  return input
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** An object of texts in the file, the same as JSON in the environment. */
export const map: Kind<Readonly<Record<string, string>>> = {
  expected: 'an object whose values are texts',
  parse(input) {
    const value = typeof input === 'string' ? parseJson(input) : input;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value);
    return entries.every(([, each]) => typeof each === 'string') ? Object.fromEntries(entries) : undefined;
  },
};

function parseJson(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}
