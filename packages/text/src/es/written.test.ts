import { expect, it } from 'vitest';
import { textOf, writtenText } from '../index.ts';

// Como se dice → como se escribe.
const EXAMPLES = `
veinticinco euros con cincuenta céntimos → 25,50 €
Veinticinco euros con cincuenta céntimos. → 25,50 €.
a las dos y media → a las 2:30
el tres de marzo de dos mil veintiuno → el 3 de marzo de 2021
tres coma catorce → 3,14
vigésimo primero → 21º
¡Hola, mundo! → ¡Hola, mundo!
¿Cuántos? ¡Veinticinco! → ¿Cuántos? ¡25!

uno → 1
uno de los dos → uno de los 2
un perro → un perro
quiero una pizza → quiero una pizza
uno, dos, tres → 1, 2, 3
número uno → número 1
opción uno → opción 1
uno por ciento → 1%
un euro → 1 €
un millón → 1 millón
tengo dos casas, tres coches y un gato → tengo 2 casas, 3 coches y un gato

cero → 0
dieciséis → 16
dieciseis → 16
veintiún días → 21 días
veintiuna personas → 21 personas
treinta y cinco → 35
cien → 100
ciento uno → 101
doscientas personas → 200 personas
mil → 1000
mil novecientos ochenta y cuatro → 1984
dos mil quinientos → 2500
doce mil trescientos cuarenta y cinco → 12.345
treinta y un mil → 31.000
un millón doscientos mil → 1.200.000
dos millones → 2 millones
dos millones y medio → 2,5 millones
dos coma cinco millones → 2,5 millones
mil millones → 1000 millones
doce mil millones de euros → 12.000 millones de euros
un millón y medio de personas → 1,5 millón de personas
5 mil personas → 5 mil personas
5 millones → 5 millones
dos y tres → 2 y 3
por ciento → por ciento
menos cinco → -5
al menos cinco → al menos 5
más o menos diez → más o menos 10
dos y medio → 2,5
tres coma cero cinco → 3,05
tres punto cinco → 3.5
media docena → media docena
media hora → media hora

uno dos tres cuatro → 1234
cero uno uno seis → 0116
cero cero siete → 007
dos dos → 22

primero → primero
tercera vez → tercera vez
dos segundos → 2 segundos
un cuarto → un cuarto
tres cuartos → 3 cuartos
décimo → 10º
decimotercera → 13ª
décimo tercero → 13º
vigesimoprimero → 21º
centésimo decimoquinto → 115º
un tercio → 1/3
dos tercios → 2/3

primero de mayo → 1 de mayo
uno de mayo de mil novecientos ochenta y cuatro → 1 de mayo de 1984
treinta y uno de diciembre → 31 de diciembre
el primero de todos → el primero de todos

a las catorce y treinta → a las 14:30
a las catorce treinta → a las 14:30
a las catorce horas → a las 14:00
a las catorce horas y treinta minutos → a las 14:30
a las dos → a las 2
a las dos en punto → a las 2:00
a las dos de la tarde → a las 2 de la tarde
a la una de la tarde → a la 1 de la tarde
a la una → a la una
a la una y quince → a la 1:15
son las diez y veinte → son las 10:20
las dos y media → las 2:30
las tres y cuarto → las 3:15
las tres menos cuarto → las 2:45
la una menos diez → la 12:50
tres y quince de la mañana → 3:15 de la mañana
desde las nueve y media hasta las diez y quince → desde las 9:30 hasta las 10:15
a las veinte y cinco → a las 20:05
quince para las tres → 2:45
diez para las nueve de la noche → 8:50 de la noche
un cuarto para la una → 12:45
cinco para las tres hermanas → 5 para las 3 hermanas
cero horas y treinta minutos → 0:30
dos horas → 2 horas
dos horas y treinta minutos → 2 horas y 30 minutos
las dos y quince amigas → las 2 y 15 amigas
entre diez y veinte → entre 10 y 20
a las 2 y media → a las 2:30

dos euros → 2 €
cincuenta céntimos → 0,50 €
25 euros → 25 €
Son 25 euros y 50 céntimos. → Son 25,50 €.
mil quinientos euros → 1500 €
veinticinco euros con cincuenta → 25,50 €
veinticinco euros y diez personas → 25 € y 10 personas
dos millones de dólares → 2 millones de dólares
menos cinco euros → -5 €
cinco dólares → US$ 5
cinco dólares con diez centavos → US$ 5,10
cinco dólares estadounidenses → US$ 5
cinco pesos → 5 pesos
cincuenta centavos → 50 centavos
veinte por ciento → 20%
veinticinco grados celsius → 25°C
menos diez grados centígrados → -10°C
veinte grados → 20 grados

25,50 € → 25,50 €
A las 14h30 del 14/03/2021. → A las 14h30 del 14/03/2021.
(veinticinco) → (25)
"Veinte", dijo. → "20", dijo.
`;

const rows = EXAMPLES.trim()
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(' → ') as [string, string]);

it.each(rows)('%s', (spoken, written) => {
  expect(textOf(writtenText(spoken.split(' '), 'es-ES'))).toBe(written);
  expect(textOf(writtenText(written.split(' '), 'es-ES'))).toBe(written);
});

it('gives every word the input words it came from', () => {
  expect(writtenText('Son veinticinco euros, el tres de marzo.'.split(' '), 'es')).toEqual([
    { text: 'Son', from: 0, to: 1 },
    { text: '25', from: 1, to: 3 },
    { text: '€,', from: 1, to: 3 },
    { text: 'el', from: 3, to: 4 },
    { text: '3', from: 4, to: 5 },
    { text: 'de', from: 5, to: 6 },
    { text: 'marzo.', from: 6, to: 7 },
  ]);
});
