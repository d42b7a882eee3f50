import { readAs, romanRule } from '../say/roman.ts';
import { cardinal } from './numbers.ts';
import { ordinal } from './ordinals.ts';

export const KINGS: ReadonlySet<string> = new Set(
  'alfonso fernando felipe carlos juan pablo pedro sancho enrique luis napoleón pío benedicto león gregorio inocencio clemente julio alejandro nicolás francisco federico guillermo jorge eduardo ricardo jaime jacobo leopoldo ramiro bermudo ordoño alberto víctor manuel humberto constantino moctezuma sixto urbano adriano ramsés iván'.split(
    ' ',
  ),
);
export const QUEENS: ReadonlySet<string> = new Set(
  'isabel catalina maría ana victoria margarita cristina'.split(' '),
);
const COUNTED =
  'capítulo cap volumen vol parte acto libro fase tipo clase nivel sección título artículo art anexo tabla figura grado tomo episodio escena grupo categoría apéndice módulo';

/** Up to ten an ordinal, then a cardinal: "Isabel segunda", "Alfonso trece". */
const ranked = (feminine: boolean) => (value: number) =>
  (value <= 10 && ordinal(value, feminine)) || cardinal(value);

export const sayRoman = romanRule({
  counted: new Set(COUNTED.split(' ')),
  special: new Map([...readAs(['siglo', 'siglos'], ranked(false))]),
  rulers: new Map([...readAs(KINGS, ranked(false)), ...readAs(QUEENS, ranked(true))]),
  between: (article, value) =>
    /^(?:el|la|del|al)$/.test(article) ? ordinal(value, article === 'la') : undefined,
  cardinal: (value) => cardinal(value),
  oneLetter: true,
});
