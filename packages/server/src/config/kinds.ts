import { resolve } from 'node:path';
import { type TSchema, Type } from 'typebox';
import { languageOf } from '../common/languages.ts';
import { number, text, worded } from '../fields/index.ts';

/** Fields that only settings have, and what relative ones stand for. */

/** A word that stands for "decide for me", or the given field. */
export function orAuto<Schema extends TSchema>(schema: Schema) {
  return Type.Union([Type.Literal('auto'), schema]);
}

/** A word that stands for "not at all", or the given field. */
export function orOff<Schema extends TSchema>(schema: Schema) {
  return Type.Union([Type.Literal('off'), schema]);
}

/** One number, or two with a comma between them (a list in the file): for wide-band and for telephone speech. */
export function bandNumbers(min: number, max: number) {
  const one = number(min, max);
  return worded(
    Type.Union([one, Type.Array(one, { minItems: 1, maxItems: 2 })]),
    `a number from ${min} to ${max}, or two: for wide-band and for telephone speech`,
  );
}

/** A path; the empty text is refused because it would mean the current folder by accident. */
export const path = text(/^[^\0]+$/, 'a path');

export function resolvePath(input: string, base: string): string {
  return resolve(base, input);
}

export function resolvePathOrAuto(input: string, base: string): string {
  return input === 'auto' ? input : resolvePath(input, base);
}

/** The path of a file that need not be. */
export const optionalPath = text(/^[^\0]*$/, 'empty or a path');

export function resolveOptionalPath(input: string, base: string): string {
  return input === '' ? input : resolvePath(input, base);
}

/** A BCP 47 tag; whether its language is known, the server checks. */
export const language = text(/^[a-z]{2,8}([-_][a-z\d]{1,8})*$/i, 'a language tag such as en or pt-BR');

/** The code of its language where one is known. */
export function languageCode(tag: string): string {
  return languageOf(tag) ?? tag.toLowerCase();
}

const FILE = /^file:(?:\/\/(?=\/))?([^\0]+)$/;

/** The address of a document: on the web, or a file behind `file:`. */
export const documentAddress = text(
  new RegExp(`^$|^https?:\\/\\/[^\\s@]+$|${FILE.source}`),
  'empty, an address that starts with https://, or file: and a path',
);

/** Makes the path of a file absolute. */
export function resolveAddress(address: string, base: string): string {
  const [, file] = FILE.exec(address) ?? [];
  return file === undefined ? address : `file:${resolve(base, file)}`;
}
