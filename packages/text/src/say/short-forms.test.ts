import { expect, it } from 'vitest';
import { plainText, textOf } from '../index.ts';

const say = (text: string, language: string) => textOf(plainText(text.split(' '), language));

it.each([
  ['1.5M users', 'one point five million users'],
  ['2M people', 'two million people'],
  ['1.5B views', 'one point five billion views'],
  ['$3bn', 'three billion dollars'],
  ['3M tape', 'three m tape'],
  ['gate 12B', 'gate twelve b'],
  ['gate 5M now', 'gate five m now'],
  ['Seat 4M', 'seat four m'],
  ['a gate, 5M people', 'a gate five million people'],
  ['a unit 1.5M sold', 'a unit one point five million sold'],
  ['5 m', 'five meters'],
  ['Apt. 4', 'apartment four'],
  ['The name is apt. They', 'the name is apt they'],
  ['Tel. 555', 'telephone five hundred fifty five'],
  ['Fig. 3', 'figure three'],
  ['2 in. wide', 'two inches wide'],
  ['1 in. wide', 'one inch wide'],
  ['2 in 5', 'two in five'],
])('%s in English', (text, said) => expect(say(text, 'en')).toBe(said));

it.each([
  ['R$ 3 mi', 'três milhões de reais'],
  ['R$ 1 mi', 'um milhão de reais'],
  ['R$ 2,5 bi', 'dois vírgula cinco bilhões de reais'],
  ['R$ 1,5 mi', 'um vírgula cinco milhão de reais'],
  ['R$3mi', 'três milhões de reais'],
  ['US$ 10 bi', 'dez bilhões de dólares'],
  ['R$ 5,299', 'cinco vírgula dois nove nove reais'],
  ['R$ 1,234.56', 'mil duzentos e trinta e quatro reais e cinquenta e seis centavos'],
  ['R$ 1.234,56', 'mil duzentos e trinta e quatro reais e cinquenta e seis centavos'],
  ['R$ 25 mil', 'vinte e cinco mil reais'],
  ['D. Pedro II', 'dom pedro segundo'],
  ['D. João VI', 'dom joão sexto'],
  ['a D. Maria', 'a dona maria'],
  ['o D. Casmurro', 'o dom casmurro'],
  ['Rua D. Pedro', 'rua dom pedro'],
  ['D. Isabel', 'dona isabel'],
  ['Carlos D. Silva', 'carlos d silva'],
  ['vitamina D. Depois', 'vitamina d depois'],
  ['art. 5º', 'artigo quinto'],
  ['a arte. Art. 5', 'a arte artigo cinco'],
  ['cap. IV', 'capítulo quatro'],
])('%s in Portuguese', (text, said) => expect(say(text, 'pt')).toBe(said));

it.each([
  ['EE. UU. ganó', 'estados unidos ganó'],
  ['EE.UU.', 'estados unidos'],
  ['EEUU', 'estados unidos'],
  ['$1,234.56', 'mil doscientos treinta y cuatro dólares con cincuenta y seis centavos'],
  ['$25,000', 'veinticinco mil dólares'],
  ['$1.50', 'un dólar con cincuenta centavos'],
  ['$1.500', 'mil quinientos dólares'],
  ['1,234 €', 'uno coma dos tres cuatro euros'],
  ['25,50 €', 'veinticinco euros con cincuenta céntimos'],
  ['D. Juan', 'don juan'],
  ['D.ª María', 'doña maría'],
  ['art. 5', 'artículo cinco'],
])('%s in Spanish', (text, said) => expect(say(text, 'es')).toBe(said));
