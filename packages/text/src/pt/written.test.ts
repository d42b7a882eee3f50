import { expect, it } from 'vitest';
import { textOf, writtenText } from '../index.ts';

// Como se diz → como se escreve.
const EXAMPLES = `
vinte e cinco reais e cinquenta centavos → R$ 25,50
Vinte e cinco reais e cinquenta centavos. → R$ 25,50.
às duas e meia → às 2:30
dia três de março de dois mil e vinte e um → 3 de março de 2021
três vírgula quatorze → 3,14
vigésimo primeiro → 21º
Olá, mundo! → Olá, mundo!
segunda-feira, copo d’água → segunda-feira, copo d’água
transfira seis mil novecentos e trinta e sete reais para a conta corrente → transfira R$ 6.937 para a conta corrente

um → 1
um cachorro → um cachorro
eu quero uma pizza → eu quero uma pizza
um dos dois → um dos 2
um, dois, três → 1, 2, 3
número um → número 1
opção um → opção 1
um por cento → 1%
um real → R$ 1
vinte graus celsius → 20°C
vinte graus constructor → 20 graus constructor
um real por dia → R$ 1 por dia
um real desafio → um real desafio
um milhão → 1 milhão
tenho duas casas, três carros e um gato → tenho 2 casas, 3 carros e um gato

zero → 0
dois → 2
duas → 2
quatorze → 14
catorze → 14
dezesseis → 16
vinte → 20
vinte e um → 21
vinte e uma pessoas → 21 pessoas
vinte e cinco → 25
cem → 100
cento e um → 101
cento e vinte e três → 123
duzentos → 200
duzentas pessoas → 200 pessoas
novecentos e noventa e nove → 999
mil → 1000
mil e um → 1001
mil e duzentos → 1200
mil novecentos e oitenta e quatro → 1984
dois mil e vinte e um → 2021
dois mil e quinhentos → 2.500
seis mil novecentos e trinta e sete → 6.937
dez mil → 10.000
doze mil trezentos e quarenta e cinco → 12.345
cem mil → 100.000
um milhão e duzentos mil → 1.200.000
um milhão duzentos e trinta e quatro mil quinhentos e sessenta e sete → 1.234.567
um milhão e mil → 1.001.000
dois milhões → 2 milhões
dois milhões e meio → 2,5 milhões
dois vírgula cinco milhões → 2,5 milhões
um milhão e meio de pessoas → 1,5 milhão de pessoas
três bilhões → 3 bilhões
tres milhoes → 3 milhoes
5 mil pessoas → 5 mil pessoas
5 milhões → 5 milhões
dois e três → 2 e 3
cem e vinte → 100 e 20
cento e vinte e trinta → 120 e 30
trinta e dez → 30 e 10
por cento → por cento
menos cinco → -5
pelo menos cinco → pelo menos 5
mais ou menos dez → mais ou menos 10
temperatura de menos cinco → temperatura de -5
dois e meio → 2,5
um e meio → 1,5
zero vírgula cinco → 0,5
três vírgula zero cinco → 3,05
três vírgula um quatro dois → 3,142
três virgula vinte e cinco → 3,25
mil duzentos e trinta e quatro vírgula cinco → 1.234,5
dois ponto zero → 2.0
meia dúzia → meia dúzia
meia hora → meia hora

um dois três quatro → 1234
zero um um meia → 0116
nove oito sete meia cinco → 98765
zero oitocentos → 0800
zero oitocentos sete um dois → 0800712
zero zero sete → 007
dois dois → 22

primeiro → primeiro
terceira vez → terceira vez
o segundo lugar → o segundo lugar
dois segundos → 2 segundos
um quarto → um quarto
três quartos → 3 quartos
décimo → 10º
décima segunda → 12ª
vigésima → 20ª
trigésimo terceiro → 33º
centésimo → 100º
centésimo décimo quinto → 115º
um terço → 1/3
dois terços → 2/3
três quintos → 3/5
um décimo → 1/10

três de março → 3 de março
Dia três de março. → 3 de março.
no dia três de março de dois mil e vinte e um → no dia 3 de março de 2021
dia três → dia 3
dia primeiro → dia 1º
primeiro de maio → 1º de maio
primeiro de maio de mil novecentos e oitenta e quatro → 1º de maio de 1984
um de maio → 1º de maio
trinta e um de dezembro de dois mil → 31 de dezembro de 2000
em dois mil e vinte e um → em 2021
3 de março de dois mil e vinte e um → 3 de março de 2021
o primeiro de todos → o primeiro de todos

às quatorze e trinta → às 14:30
às quatorze horas → às 14:00
às quatorze horas e trinta minutos → às 14:30
às duas → às 2
às duas da tarde → às 2 da tarde
à uma da tarde → à 1 da tarde
à uma e quinze → à 1:15
duas e meia → 2:30
duas e meia da tarde → 2:30 da tarde
três e quinze da manhã → 3:15 da manhã
são dez e vinte → são 10:20
das nove e meia às dez e quinze → das 9:30 às 10:15
às vinte e duas e quinze → às 22:15
às vinte e uma horas → às 21:00
às oito e cinco → às 8:05
meio-dia → meio-dia
meio-dia e meia → 12:30
meio dia e quinze → 12:15
meia-noite e dez → 0:10
meia noite e trinta → 0:30
quinze para as três → 2:45
dez pras nove → 8:50
dez minutos para as nove → 8:50
cinco para o meio-dia → 11:55
cinco para a meia-noite → 23:55
quinze para a uma → 12:45
duas horas → 2 horas
duas horas e trinta minutos → 2 horas e 30 minutos
entre dez e vinte → entre 10 e 20
as dez e meia → as 10:30
as duas e quinze amigas → as 2 e 15 amigas
às 2 e meia → às 2:30

dois reais → R$ 2
cinquenta centavos → R$ 0,50
cinco centavos → R$ 0,05
25 reais → R$ 25
São 25 reais e 50 centavos. → São R$ 25,50.
mil reais → R$ 1.000
mil e quinhentos reais e vinte centavos → R$ 1.500,20
vinte e cinco reais e cinquenta → R$ 25,50
vinte e cinco reais e dez pessoas → R$ 25 e 10 pessoas
um milhão de reais → R$ 1 milhão
dois milhões e meio de reais → R$ 2,5 milhões
5 milhões de reais → R$ 5 milhões
dez mil reais → R$ 10.000
10 mil reais → R$ 10 mil
menos cinco reais → -R$ 5
cinco dólares → US$ 5
cinco dólares e dez centavos → US$ 5,10
vinte euros → € 20
vinte euros e cinquenta centavos → € 20,50
quinhentos ienes → ¥ 500
duas libras → 2 libras
duas libras esterlinas → £ 2
vinte por cento → 20%
20 por cento → 20%
três vírgula cinco por cento → 3,5%
vinte e cinco graus celsius → 25°C
menos dez graus celsius → -10°C
vinte graus → 20 graus
cinco quilômetros → 5 quilômetros

R$ 25,50 → R$ 25,50
R$ 10 mil → R$ 10 mil
Às 14h30 de 14/03/2021. → Às 14h30 de 14/03/2021.
(vinte e cinco) → (25)
"Vinte", disse. → "20", disse.
`;

const rows = EXAMPLES.trim()
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(' → ') as [string, string]);

it.each(rows)('%s', (spoken, written) => {
  expect(textOf(writtenText(spoken.split(' '), 'pt-BR'))).toBe(written);
  expect(textOf(writtenText(written.split(' '), 'pt-BR'))).toBe(written);
});

it('gives every word the input words it came from', () => {
  expect(writtenText('São vinte e cinco reais, no dia três de março.'.split(' '), 'pt')).toEqual([
    { text: 'São', from: 0, to: 1 },
    { text: 'R$', from: 1, to: 5 },
    { text: '25,', from: 1, to: 5 },
    { text: 'no', from: 5, to: 6 },
    { text: 'dia', from: 6, to: 7 },
    { text: '3', from: 7, to: 8 },
    { text: 'de', from: 8, to: 9 },
    { text: 'março.', from: 9, to: 10 },
  ]);
});
