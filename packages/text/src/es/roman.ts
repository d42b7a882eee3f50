import { romanceRomanRule } from '../romance/say-roman.ts';
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

export const sayRoman = romanceRomanRule({
  kings: KINGS,
  queens: QUEENS,
  counted:
    'capítulo cap volumen vol parte acto libro fase tipo clase nivel sección título artículo art anexo tabla figura grado tomo episodio escena grupo categoría apéndice módulo',
  century: ['siglo', 'siglos'],
  article: (word) => (/^(?:el|la|del|al)$/.test(word) ? { feminine: word === 'la' } : undefined),
  cardinal: (value) => cardinal(value),
  ordinal,
});
