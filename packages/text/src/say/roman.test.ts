import { expect, it } from 'vitest';
import { plainText, textOf } from '../index.ts';

const say = (text: string, language: string) => textOf(plainText(text.split(' '), language));

it.each([
  ['World War II ended', 'world war two ended'],
  ['World War I began', 'world war one began'],
  ['Act I begins', 'act one begins'],
  ['Act II, Scene I, he', 'act two scene one he'],
  ['Part I of it', 'part one of it'],
  ['Chapter I is short', 'chapter one is short'],
  ['see Chapter I', 'see chapter one'],
  ['Vol. I.', 'volume one'],
  ['Henry VIII married', 'henry the eighth married'],
  ["Henry VIII's wives", "henry the eighth's wives"],
  ['Pope John Paul II.', 'pope john paul the second'],
  ['Louis XIV', 'louis the fourteenth'],
  ['Chapter IX', 'chapter nine'],
  ['Vol. III', 'volume three'],
  ['type II diabetes', 'type two diabetes'],
  ['George V', 'george the fifth'],
  ['Charles V. Smith', 'charles v smith'],
  ['Rocky III', 'rocky three'],
  ...(
    'I am here|In the war I lost|In that act I was|In Act I was|Book I miss|Part I always liked|and Henry I know|Malcolm X|Start IV fluids|Vitamin C|the LCD|a MIX|CIVIL law|an XL shirt|Size XXL|the VI editor|Washington DC|a CD|MC Hammer|II|Part A|George X Smith'.split(
      '|',
    ) as string[]
  ).map((text) => [text, text.toLowerCase()]),
])('%s in English', (text, said) => expect(say(text!, 'en')).toBe(said));

it.each([
  ['Século XXI', 'século vinte e um'],
  ['o século V', 'o século quinto'],
  ['séculos XV e', 'séculos quinze e'],
  ['Pedro II', 'pedro segundo'],
  ['Pedro I', 'pedro primeiro'],
  ['Papa João Paulo II', 'papa joão paulo segundo'],
  ['Papa João XXIII', 'papa joão vinte e três'],
  ['rainha Elizabeth II', 'rainha elizabeth segunda'],
  ['Luís XIV', 'luís quatorze'],
  ['João VI', 'joão sexto'],
  ['Capítulo IV', 'capítulo quatro'],
  ['inciso IV', 'inciso quatro'],
  ['a II Guerra Mundial', 'a segunda guerra mundial'],
  ['no XX Congresso', 'no vigésimo congresso'],
  ...'vitamina C|um MIX|CIVIL|o CD|a TV LCD|EU VI|tamanho XL|Plano X|Pedro X Paulo|o IV bimestre'
    .split('|')
    .map((text) => [text, text.toLowerCase()]),
])('%s in Portuguese', (text, said) => expect(say(text!, 'pt')).toBe(said));

it.each([
  ['siglo XXI', 'siglo veintiuno'],
  ['siglo XXI. luego', 'siglo veintiuno luego'],
  ['Alfonso XIII', 'alfonso trece'],
  ['Alfonso X', 'alfonso décimo'],
  ['Isabel II', 'isabel segunda'],
  ['Juan Carlos I', 'juan carlos primero'],
  ['Felipe VI', 'felipe sexto'],
  ['la II Guerra Mundial', 'la segunda guerra mundial'],
  ['Capítulo III', 'capítulo tres'],
  ...'vitamina C|un MIX|CIVIL|el CD|lo VI|talla XL|Plan X'
    .split('|')
    .map((text) => [text, text.toLowerCase()]),
])('%s in Spanish', (text, said) => expect(say(text!, 'es')).toBe(said));
