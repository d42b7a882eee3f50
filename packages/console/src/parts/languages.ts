/** The languages of free speech, by their codes, as docs/interface.md lists them. */
const CODES =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh';

export interface LanguageChoice {
  readonly lm: string;
  readonly name: string;
}

export function languageChoices(): LanguageChoice[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  // Javanese has another code today.
  const nameOf = (code: string) => names.of(code === 'jw' ? 'jv' : code) ?? code;
  const named = CODES.split(' ').map((code) => ({ lm: `builtin:slm/${code}`, name: nameOf(code) }));
  named.sort((a, b) => a.name.localeCompare(b.name));
  return [
    { lm: 'builtin:slm/general', name: "The server's language" },
    { lm: 'builtin:slm/auto', name: 'Detect the language' },
    ...named,
  ];
}
