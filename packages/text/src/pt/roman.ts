import { romanceRomanRule } from '../romance/say-roman.ts';
import { cardinal } from './numbers.ts';
import { ordinal } from './ordinals.ts';

export const KINGS: ReadonlySet<string> = new Set(
  'pedro joão paulo afonso manuel sancho dinis fernando duarte sebastião henrique filipe josé luís luis luiz carlos miguel pio bento leão gregório inocêncio clemente júlio alexandre nicolau napoleão francisco frederico guilherme jorge eduardo ricardo jaime felipe leopoldo ramsés constantino ivan sisto urbano adriano vítor emanuel humberto alberto xavier'.split(
    ' ',
  ),
);
export const QUEENS: ReadonlySet<string> = new Set(
  'isabel elizabeth elisabeth maria catarina vitória margarida cristina ana'.split(' '),
);

export const sayRoman = romanceRomanRule({
  kings: KINGS,
  queens: QUEENS,
  counted:
    'capítulo cap volume vol parte ato livro fase tipo classe nível seção título artigo art inciso anexo tabela figura grau tomo episódio cena grupo categoria apêndice módulo',
  century: ['século', 'séculos', 'séc'],
  article: (word) =>
    /^(?:[oa]|[dn][oa]|à|ao|pel[oa])$/.test(word) ? { feminine: /[aà]$/.test(word) } : undefined,
  cardinal: (value) => cardinal(value),
  ordinal,
});
