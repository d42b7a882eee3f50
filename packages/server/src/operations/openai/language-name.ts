const names = new Intl.DisplayNames('en', { type: 'language' });

/** What clients of this interface call languages that have several names. */
const USUAL: Readonly<Record<string, string>> = {
  jw: 'javanese',
  mi: 'maori',
  my: 'myanmar',
  tl: 'tagalog',
};

/** The English name of a language of the recogniser, in lower case. */
export function languageName(code: string): string {
  return USUAL[code] ?? (names.of(code) ?? code).toLowerCase();
}
