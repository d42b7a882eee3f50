/** Words in which the u of que, qui, gue, gui is said. Spelling does not tell since the reform of 2009. */
const SAYS_U =
  /cinqu|frequ[eê]|tranqui|sequ[eê]n|sequest|equestr|equid|equip[aâ]r|eloqu|delinqu|loquaz|ubiqu|qu[iíy]nqu|obliqu|linguiç|lingu[ií]st|lingue|aguent|pinguim|unguent|sanguin|sanguín|ambigui|contigui|exigui|arguir|bilíngue|sagui|enxagu|equivoc.l|consequ[eê]|quinqu[eê]/;

export function saysU(word: string): boolean {
  return SAYS_U.test(word);
}

const X_AS_KS =
  /^(?:t[aá]xi|fixa|fixo|fixar|fixe|afix|prefix|sufix|crucifix|sex|anex|nex|conex|complex|reflex|flex|inflex|perplex|convex|tóxi|toxi|intoxi|desintoxi|oxi|oxí|óxi|paradox|ortodox|hexa|maxi(?!m)|pixel|lux[oa]r|lexi|léxi|axi|box|mixa|mix|saxo|tax[io]|lax|asfixi|galáxia|profilax|marx|alex|fax|látex|tórax|ônix|fênix|clímax|unisex|bissex|heterossex|homossex|trissex|max$|xerox|index|videx|fluxo|influx|reflux|deflux)/;
const X_AS_S = /^(?:próxim|proxim|aproxim|máxim|maxim|trou|sintax|auxíli|auxili)/;

/** The sounds of the x of words where rules fail, or undefined. */
export function exceptionalX(word: string): string | undefined {
  if (X_AS_S.test(word)) return 's';
  return X_AS_KS.test(word) && !/^(?:sexta|sexto)/.test(word) ? 'ks' : undefined;
}
