/** The languages that builtin grammars exist in. */
export const builtinLanguages = ['en', 'pt'] as const;
export type BuiltinLanguage = (typeof builtinLanguages)[number];

export interface BuiltinEntry {
  readonly languages: readonly BuiltinLanguage[];
  /** Parameters it takes besides `language`. */
  readonly parameters: readonly string[];
}

const plain: BuiltinEntry = { languages: builtinLanguages, parameters: [] };

/** What there is, and with which parameters. Each is a file in `builtin/<language>/`. */
export const builtinCatalogue: ReadonlyMap<string, BuiltinEntry> = new Map([
  ['boolean', { ...plain, parameters: ['y', 'n'] }],
  ['digits', { ...plain, parameters: ['length', 'minlength', 'maxlength'] }],
  ['number', plain],
  ['currency', plain],
  ['date', plain],
  ['time', plain],
  ['phone', plain],
  ['alphanumeric', plain],
  ['cpf', { ...plain, languages: ['pt'] }],
]);
