import type { GrammarFormat } from '../model.ts';

/** Characters and numbers that the syntaxes share. */

const NAME_START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const NAME_REST = `${NAME_START}0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040`;

/** An XML name without `.`, `:` and `-`, which SRGS keeps out of rule names. */
export const srgsRuleName = new RegExp(`^[${NAME_START}][${NAME_REST}]*$`, 'u');
export const srgsRuleNameAt = new RegExp(`[${NAME_START}][${NAME_REST}]*`, 'uy');

/** JSGF takes Java's identifier characters and these signs; a dot separates the parts of a full name. */
export const jsgfRuleName = /^[\p{L}\p{N}\p{M}\p{Sc}\p{Pc}+\-:;,=|/\\()[\]@#%!^&~]+$/u;
export const jsgfPackageName =
  /^[\p{L}\p{Sc}\p{Pc}][\p{L}\p{N}\p{M}\p{Sc}\p{Pc}]*(\.[\p{L}\p{Sc}\p{Pc}][\p{L}\p{N}\p{M}\p{Sc}\p{Pc}]*)*$/u;

export const languageTag = /^[A-Za-z0-9]+([-_][A-Za-z0-9]+)*$/;
export const languageTagAt = /[A-Za-z0-9]+([-_][A-Za-z0-9]+)*/y;

export const specialRuleNames: ReadonlySet<string> = new Set(['NULL', 'VOID', 'GARBAGE']);

/** Whether no rule can have the name. JSGF has NULL and VOID only; GARBAGE is a name like any other there. */
export function isReservedName(format: GrammarFormat, name: string): boolean {
  return specialRuleNames.has(name) && !(format === 'jsgf' && name === 'GARBAGE');
}

/** Characters no XML document can hold; the other syntaxes refuse them too, so that any can be printed as any. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const forbiddenCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/u;

/** White space as XML and ABNF define it: a no-break space is a character of its token. */
export function normalizeSpace(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
}

/** `10`, `2.`, `.5`, `0.25`: SRGS has no exponents. */
export function parseSrgsNumber(text: string): number | undefined {
  return /^\+?(\d+(\.\d*)?|\.\d+)$/.test(text) ? finite(Number(text)) : undefined;
}

/** A Java float literal: `10`, `.5`, `3.2e3`, `1f`. */
export function parseJavaNumber(text: string): number | undefined {
  return /^(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?[fFdD]?$/.test(text)
    ? finite(Number(text.replace(/[fFdD]$/, '')))
    : undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** How an error message shows what it found. */
export function quoteForMessage(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return `'${short.replace(/[\r\n\t]/g, ' ')}'`;
}
