/** The builtin grammars, by the languages that have them. */
export const BUILTIN_GRAMMARS: readonly { readonly lm: string; readonly name: string }[] = [
  ...['boolean', 'digits', 'number', 'currency', 'date', 'time', 'phone', 'alphanumeric'].flatMap((name) => [
    { lm: `builtin:grammar/${name}?language=en`, name: `${name} (English)` },
    { lm: `builtin:grammar/${name}?language=pt`, name: `${name} (Portuguese)` },
  ]),
  { lm: 'builtin:grammar/cpf?language=pt', name: 'cpf (Portuguese)' },
];
