import { expect, it } from 'vitest';
import { plainText, textOf } from '../index.ts';

// Como o reconhecedor escreve → como se diz.
const EXAMPLES = `
São 25 reais e 50 centavos. → são vinte e cinco reais e cinquenta centavos
Olá, mundo! → olá mundo
"Não sei", disse ela. → não sei disse ela
copo d'água → copo d'água
copo d’água → copo d'água
segunda-feira → segunda feira
guarda-chuva → guarda chuva
disse-me → disse me
Você não vem? Ah... → você não vem ah
previsão do tempo em São Paulo → previsão do tempo em são paulo
a NASA e o IBGE → a nasa e o ibge
os E.U.A. → os e u a
Sr. João e Sra. Maria → senhor joão e senhora maria
Dr. Paulo, Dra. Ana e Prof. Luís → doutor paulo doutora ana e professor luís
Av. Paulista, etc. → avenida paulista et cetera
eu quero uma pizza vegetariana → eu quero uma pizza vegetariana

0 → zero
1 → um
2 → dois
14 → quatorze
16 → dezesseis
20 → vinte
21 → vinte e um
25 → vinte e cinco
99 → noventa e nove
100 → cem
101 → cento e um
120 → cento e vinte
123 → cento e vinte e três
200 → duzentos
999 → novecentos e noventa e nove
1.000 → mil
1000 → mil
1.001 → mil e um
1.100 → mil e cem
1.200 → mil e duzentos
1.234 → mil duzentos e trinta e quatro
1984 → mil novecentos e oitenta e quatro
2021 → dois mil e vinte e um
6.937 → seis mil novecentos e trinta e sete
6937 → seis mil novecentos e trinta e sete
10.000 → dez mil
12.345 → doze mil trezentos e quarenta e cinco
100.000 → cem mil
1.000.000 → um milhão
1.200.000 → um milhão e duzentos mil
1.234.567 → um milhão duzentos e trinta e quatro mil quinhentos e sessenta e sete
2.000.000 → dois milhões
2.000.005 → dois milhões e cinco
1.000.000.000 → um bilhão
1.000.000.000.000 → um trilhão
10000 → dez mil
12345 → um dois três quatro cinco
01310 → zero um três um zero
007 → zero zero sete
-5 → menos cinco
+5 → mais cinco
3,14 → três vírgula quatorze
3,5 → três vírgula cinco
3,05 → três vírgula zero cinco
3,142 → três vírgula um quatro dois
0,5 → zero vírgula cinco
1.234,5 → mil duzentos e trinta e quatro vírgula cinco
3½ → três vírgula cinco
½ → um meio
2.0 → dois ponto zero
versão 1.2.3 → versão um ponto dois ponto três
nº 5 → número cinco
N° 5 → número cinco
no 5 → no cinco
#5 → número cinco
10-15 → dez a quinze
2019-2021 → dois mil e dezenove a dois mil e vinte e um
placar de 3-2 → placar de três dois
10-15% → dez a quinze por cento

1 casa → uma casa
1 hora → uma hora
2 casas → duas casas
2 pessoas → duas pessoas
200 pessoas → duzentas pessoas
2 dias → dois dias
2 problemas → dois problemas
2 cidades → duas cidades
22 reuniões → vinte e duas reuniões
2 carros → dois carros
1 dia → um dia
1 para 2 → um para dois
2 vezes → duas vezes
às 2 da tarde → às duas da tarde
das 2 às 4 → das duas às quatro
2.500 mulheres → duas mil e quinhentas mulheres
2 milhões de pessoas → dois milhões de pessoas
10 mil reais → dez mil reais

1º → primeiro
2º → segundo
3ª → terceira
10º → décimo
21º → vigésimo primeiro
12ª → décima segunda
100º → centésimo
115º → centésimo décimo quinto
1/2 → um meio
3/4 → três quartos
2/3 → dois terços
24/7 → vinte e quatro de julho
30/2 → trinta dois

3 de março de 2021 → três de março de dois mil e vinte e um
1 de maio → primeiro de maio
1º de maio de 1984 → primeiro de maio de mil novecentos e oitenta e quatro
31 de dezembro → trinta e um de dezembro
14/03/2021 → quatorze de março de dois mil e vinte e um
01/05/99 → primeiro de maio de mil novecentos e noventa e nove
2021-03-14 → quatorze de março de dois mil e vinte e um
25/12 → vinte e cinco de dezembro
13.1.2026 → treze de janeiro de dois mil e vinte e seis

às 14h30 → às quatorze e trinta
às 14:30 → às quatorze e trinta
às 14h → às quatorze horas
às 14:00 → às quatorze horas
às 2:30 → às duas e trinta
à 1h → à uma hora
à 1:15 → à uma e quinze
20:05 → vinte horas e cinco minutos
22:15 → vinte e duas e quinze
21h05 → vinte e uma e cinco
00:30 → meia noite e trinta
0h → meia noite
08:30 → oito e trinta
14:30h → quatorze e trinta
14:30 horas → quatorze e trinta horas
10:30:15 → dez e trinta e quinze segundos
8h30min → oito e trinta

R$ 25,50 → vinte e cinco reais e cinquenta centavos
R$25,50 → vinte e cinco reais e cinquenta centavos
R$ 1 → um real
R$ 1,01 → um real e um centavo
R$ 0,50 → cinquenta centavos
R$ 25,00 → vinte e cinco reais
R$ 1.500,20 → mil e quinhentos reais e vinte centavos
R$ 18.50 → dezoito reais e cinquenta centavos
R$ 1.000.000 → um milhão de reais
R$ 1.200.000 → um milhão e duzentos mil reais
R$ 1,5 milhão → um vírgula cinco milhão de reais
R$ 2 milhões → dois milhões de reais
R$ 10 mil → dez mil reais
-R$ 5 → menos cinco reais
US$ 5 → cinco dólares
$5 → cinco dólares
€ 20,50 → vinte euros e cinquenta centavos
20€ → vinte euros
£ 2 → duas libras
2 reais → dois reais

50% → cinquenta por cento
50 % → cinquenta por cento
3,5% → três vírgula cinco por cento
25°C → vinte e cinco graus celsius
25 ºC → vinte e cinco graus celsius
1°C → um grau celsius
-5°C → menos cinco graus celsius
90° → noventa graus
5 km → cinco quilômetros
5km → cinco quilômetros
1 km → um quilômetro
60 km/h → sessenta quilômetros por hora
70 kg → setenta quilos
500 g → quinhentos gramas
2 t → duas toneladas
2h → duas horas
15 min → quinze minutos
100 m² → cem metros quadrados
2,4 GHz → dois vírgula quatro gigahertz
16GB → dezesseis gigabytes
P&D → p e d
5 + 5 = 10 → cinco mais cinco igual a dez

98765-4321 → nove oito sete seis cinco quatro três dois um
(11) 98765-4321 → um um nove oito sete seis cinco quatro três dois um
+55 11 98765-4321 → mais cinco cinco um um nove oito sete seis cinco quatro três dois um
11 98765-4321 → um um nove oito sete seis cinco quatro três dois um
3456-7890 → três quatro cinco seis sete oito nove zero
0800 123 → zero oito zero zero um dois três
0800 123 4567 → zero oito zero zero um dois três quatro cinco seis sete
CPF 123.456.789-09 → cpf um dois três quatro cinco seis sete oito nove zero nove
12.345.678/0001-90 → um dois três quatro cinco seis sete oito zero zero zero um nove zero
CEP 01310-100 → cep zero um três um zero um zero zero

B2B → b dois b
A4 → a quatro
h2o → h dois o
COVID-19 → covid dezenove
MP3 → mp três
joao.silva@uol.com.br → joao ponto silva arroba uol ponto com ponto br
www.globo.com → www ponto globo ponto com
https://uol.com.br/a → https dois pontos barra uol ponto com ponto br barra a
e/ou → e ou
`;

const rows = EXAMPLES.trim()
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(' → ') as [string, string]);

it.each(rows)('%s', (written, spoken) => {
  expect(textOf(plainText(written.split(' '), 'pt-BR'))).toBe(spoken);
});

it('gives every word the input words it came from', () => {
  expect(plainText(['São', 'R$', '2,50', '—', 'só.'], 'pt')).toEqual([
    { text: 'são', from: 0, to: 1 },
    ...['dois', 'reais', 'e', 'cinquenta', 'centavos'].map((text) => ({ text, from: 1, to: 3 })),
    { text: 'só', from: 4, to: 5 },
  ]);
});
