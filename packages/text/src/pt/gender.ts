// Nouns in -a that are masculine, or of either gender and said in the masculine.
const MASCULINE_IN_A =
  /^(?:dia|mapa|planeta|cometa|gorila|sofá|guarda|colega|poeta|atleta|pirata|camarada|grama|quilograma|miligrama|\p{L}+(?:ema|oma|ama|ista|auta|meia))s?$/u;
const FEMININE =
  /^(?:vez|vezes|pessoa|pessoas|mulher|mulheres|mãe|mães|noite|noites|tarde|tardes|parte|partes|cidade|cidades|chave|chaves|base|bases|fase|fases|frase|frases|classe|classes|luz|luzes|cor|cores|flor|flores|mão|mãos|ordem|ordens|gente|arte|artes|rede|redes|sede|sedes|fonte|fontes|ponte|pontes|torre|torres|reunião|reuniões|opinião|opiniões|união|uniões|razão|razões|região|regiões|\p{L}+(?:ção|ções|são|sões|dade|dades|gem|gens|tude|tudes))$/u;
// In -ama but feminine, and with words that only look like nouns of the other list.
const FEMININE_IN_A =
  /^(?:cama|lama|dama|fama|chama|trama|grana|semana|pista|lista|vista|revista|entrevista|conquista|meia)s?$/u;

const NO_NOUN =
  /^(?:para|ainda|agora|nada|cada|essa|esta|aquela|fora|contra|embora|nunca|minha|numa|entra|além|mais|menos|estas|essas|aquelas|todas|duas|apenas|mas)$/;

/** Whether the noun that a number counts is feminine, as far as its ending tells. */
export function isFeminine(noun: string, plural: boolean): boolean {
  const word = noun.toLowerCase();
  if (FEMININE.test(word) || FEMININE_IN_A.test(word)) return true;
  return (
    word.length > 3 && word.endsWith(plural ? 'as' : 'a') && !MASCULINE_IN_A.test(word) && !NO_NOUN.test(word)
  );
}
