import { type Initials, wordSet } from '../say/sayable.ts';

export const initials: Initials = {
  two: wordSet('ao as os em um eu ou oi ai ei ui de do da no na se me te la lo tu nu ar ex'),
  words: wordSet('aos uns pra pro ong usp uol app aids brics psol apto chip show'),
  spelled: wordSet('uti ipi api ipo hiv ceo sos iof'),
};
