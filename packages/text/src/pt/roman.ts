import { readAs, romanRule } from '../say/roman.ts';
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
const COUNTED =
  'capítulo cap volume vol parte ato livro fase tipo classe nível seção título artigo art inciso anexo tabela figura grau tomo episódio cena grupo categoria apêndice módulo';

/** Up to ten an ordinal, then a cardinal: "Pedro segundo", "Luís quatorze". */
const ranked = (feminine: boolean) => (value: number) =>
  (value <= 10 && ordinal(value, feminine)) || cardinal(value);

export const sayRoman = romanRule({
  counted: new Set(COUNTED.split(' ')),
  special: new Map([...readAs(['século', 'séculos', 'séc'], ranked(false))]),
  rulers: new Map([...readAs(KINGS, ranked(false)), ...readAs(QUEENS, ranked(true))]),
  between: (article, value) =>
    /^(?:[oa]|[dn][oa]|à|ao|pel[oa])$/.test(article) ? ordinal(value, /[aà]$/.test(article)) : undefined,
  cardinal: (value) => cardinal(value),
  oneLetter: true,
});
