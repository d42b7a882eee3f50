import type { Agreement } from '../say/agreement.ts';

// Nouns in -a that are masculine, or of either gender and counted in the masculine.
const MASCULINE_IN_A =
  /^(?:día|mapa|planeta|cometa|sofá|guarda|colega|poeta|atleta|pirata|camarada|kilograma|miligrama|gramo|\p{L}+(?:ema|oma|ama|ista|auta))s?$/u;
const FEMININE =
  /^(?:vez|veces|persona|mujer|mujeres|madre|madres|noche|noches|tarde|tardes|parte|partes|llave|llaves|base|bases|fase|fases|frase|frases|clase|clases|luz|luces|flor|flores|mano|manos|orden|órdenes|gente|red|redes|sede|sedes|fuente|fuentes|torre|torres|razón|razones|foto|fotos|calle|calles|imagen|imágenes|\p{L}+(?:ción|ciones|sión|siones|dad|dades|tad|tades|tud|tudes))$/u;
// In -ama or -ista but feminine.
const FEMININE_IN_A =
  /^(?:cama|rama|dama|fama|llama|trama|semana|pista|lista|vista|revista|entrevista|conquista)s?$/u;
const MASCULINE = /(?:o|or|al|el|il|ín|ón|én|és|ma|aje|día|mes|tren|año|coche|hombre|padre|puente|golpe)$/u;
const NO_NOUN =
  /^(?:para|hasta|ahora|nada|cada|esa|esta|aquella|fuera|contra|nunca|una|entra|además|más|menos|estas|esas|estos|esos|aquellas|aquellos|todas|todos|las|los|nos|tres|seis|dos|apenas|pues|es|era|eras|no|o|pero|como|cuando|tanto|lo|yo|cero|cuatro|cinco|ocho|entonces|luego|al|del|el|él|mil|por|según|también|tan|bien|sin)$/;

/** What a number has to agree with, as far as the ending of the next word shows: "una casa", "veintiún días". */
export function agreementWith(noun: string, plural: boolean): Agreement {
  const word = noun.toLowerCase();
  if (/^(?:b|m)ill(?:ón|ones)$/.test(word)) return 'masculine';
  if (FEMININE.test(word) || FEMININE_IN_A.test(word)) return 'feminine';
  if (word.length < 3 || NO_NOUN.test(word)) return undefined;
  if (!MASCULINE_IN_A.test(word) && word.endsWith(plural ? 'as' : 'a')) return 'feminine';
  return (plural ? /s$/ : MASCULINE).test(word) ? 'masculine' : undefined;
}
