/** The languages of the multilingual recogniser, by their codes. */
const CODES =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh';

export const languageCodes: readonly string[] = CODES.split(' ');

const LANGUAGES: ReadonlySet<string> = new Set(languageCodes);

export function isLanguage(code: string): boolean {
  return LANGUAGES.has(code);
}

/** Codes by which others call languages of the recogniser. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['jv', 'jw'],
  ['nb', 'no'],
  ['fil', 'tl'],
]);

/** The code of the language that a BCP 47 tag names, whatever its region, script and case: `pt` for `pt-BR`. */
export function languageOf(tag: string): string | undefined {
  const wellFormed = tag.replaceAll('_', '-');
  if (!/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(wellFormed)) return undefined;
  const primary = wellFormed.split('-', 1)[0]!.toLowerCase();
  // The canonical code last: `jw` and `tl` have others that the recogniser does not know.
  const codes = [primary, ALIASES.get(primary), canonical(primary)];
  return codes.find((code) => code !== undefined && LANGUAGES.has(code));
}

/** `pt` for `por`. */
function canonical(primary: string): string | undefined {
  try {
    return new Intl.Locale(primary).language;
  } catch {
    return undefined;
  }
}
