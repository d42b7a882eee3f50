import { expect, it } from 'vitest';
import { plainText, textOf } from '../index.ts';

// Como escribe el reconocedor → como se dice.
const EXAMPLES = `
¿Cuántos años tiene? Tengo 25. → cuántos años tiene tengo veinticinco
¡Hola, mundo! → hola mundo
"No sé", dijo ella. → no sé dijo ella
Sr. Juan y Sra. María → señor juan y señora maría
Dr. Pablo, Dra. Ana, etc. → doctor pablo doctora ana etcétera
quiero una pizza → quiero una pizza

0 → cero
1 → uno
16 → dieciséis
21 → veintiuno
22 → veintidós
30 → treinta
31 → treinta y uno
100 → cien
101 → ciento uno
123 → ciento veintitrés
200 → doscientos
999 → novecientos noventa y nueve
1000 → mil
1.000 → mil
1984 → mil novecientos ochenta y cuatro
2021 → dos mil veintiuno
21.000 → veintiún mil
100.000 → cien mil
1.000.000 → un millón
1.234.567 → un millón doscientos treinta y cuatro mil quinientos sesenta y siete
21.000.000 → veintiún millones
1.000.000.000 → mil millones
1.000.000.000.000 → un billón
12345 → uno dos tres cuatro cinco
007 → cero cero siete
-5 → menos cinco
3,14 → tres coma catorce
3,05 → tres coma cero cinco
3,142 → tres coma uno cuatro dos
3.14 → tres punto catorce
½ → un medio
n.º 5 → número cinco
10-15 → diez a quince
10-15% → diez a quince por ciento

1 casa → una casa
1 perro → un perro
1 día → un día
21 días → veintiún días
21 personas → veintiuna personas
200 personas → doscientas personas
31 problemas → treinta y un problemas
1 millón → un millón
21 millones → veintiún millones
1 de cada 5 → uno de cada cinco
a la 1 de la tarde → a la una de la tarde

1º → primero
1.er piso → primer piso
3.ª → tercera
13º → decimotercero
21.º → vigésimo primero
115º → centésimo decimoquinto
1/2 → un medio
3/4 → tres cuartos
2/3 → dos tercios

3 de marzo de 2021 → tres de marzo de dos mil veintiuno
1 de mayo → primero de mayo
31 de diciembre → treinta y uno de diciembre
14/03/2021 → catorce de marzo de dos mil veintiuno
2021-03-14 → catorce de marzo de dos mil veintiuno
25/12 → veinticinco de diciembre

a las 14:30 → a las catorce y treinta
a las 14h30 → a las catorce y treinta
a las 14:00 → a las catorce horas
a las 2:00 → a las dos en punto
a la 1:15 → a la una y quince
21:05 → veintiuna y cinco
0:30 → cero horas y treinta minutos
14:30 h → catorce y treinta horas
2h → dos horas

25,50 € → veinticinco euros con cincuenta céntimos
25,50€ → veinticinco euros con cincuenta céntimos
1 € → un euro
21 € → veintiún euros
1,01 € → un euro con un céntimo
0,50 € → cincuenta céntimos
-5 € → menos cinco euros
1.500 € → mil quinientos euros
1.000.000 € → un millón de euros
US$ 5,10 → cinco dólares con diez centavos
$18.50 → dieciocho dólares con cincuenta centavos
US$ 2 millones → dos millones de dólares
£ 1 → una libra

50% → cincuenta por ciento
1% → uno por ciento
21 km → veintiún kilómetros
1,5 km → uno coma cinco kilómetros
1 t → una tonelada
25°C → veinticinco grados celsius
60 km/h → sesenta kilómetros por hora

+34 912 345 678 → más tres cuatro nueve uno dos tres cuatro cinco seis siete ocho
juan@correo.es → juan arroba correo punto es
B2B → b dos b
`;

const rows = EXAMPLES.trim()
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(' → ') as [string, string]);

it.each(rows)('%s', (written, spoken) => {
  expect(textOf(plainText(written.split(' '), 'es-ES'))).toBe(spoken);
});

it('gives every word the input words it came from', () => {
  expect(plainText(['Son', '2,50', '€', '—', 'ya.'], 'es')).toEqual([
    { text: 'son', from: 0, to: 1 },
    ...['dos', 'euros', 'con', 'cincuenta', 'céntimos'].map((text) => ({ text, from: 1, to: 3 })),
    { text: 'ya', from: 4, to: 5 },
  ]);
});
