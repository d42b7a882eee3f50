import { expect, it } from 'vitest';
import { textOf, writtenText } from '../index.ts';

// As it is said → as it is written.
const EXAMPLES = `
twenty five dollars and fifty cents → $25.50
Twenty-five dollars and fifty cents. → $25.50.
the third of march twenty twenty one → March 3, 2021
half past ten → 10:30
three thirty in the afternoon → 3:30 in the afternoon
one two three four five → 12345
three point one four → 3.14
Hello, world! → Hello, world!
"I don’t know," she said. → "I don’t know," she said.

one of them → one of them
no one knows → no one knows
the one I want → the one I want
one → 1
One. → 1.
two → 2
one, two, three → 1, 2, 3
number one → number 1
press one → press 1
one dollar → $1
one percent → 1%
one million → 1 million
one hundred → 100
I have two dogs, three cats and one bird. → I have 2 dogs, 3 cats and one bird.
one or two → 1 or 2
twenty degrees celsius → 20°C
twenty degrees constructor → 20 degrees constructor
five constructor five five → 5 constructor 55
ten to one → 10 to 1
one in five → 1 in 5
one in a million → one in a million
May one ask? → May one ask?
March five → March 5
one-on-one → one-on-one
two-by-four → two-by-four
one-way street → one-way street
someone → someone
wait a second → wait a second
thirty seconds → 30 seconds
one second → one second
a second opinion → a second opinion
first of all → first of all
the third time → the third time
a half → a half

zero → 0
ten → 10
nineteen → 19
twenty → 20
twenty five → 25
Twenty-five → 25
ninety nine → 99
a hundred → 100
a hundred people → 100 people
one hundred five → 105
one hundred and five → 105
two hundred and five hundred → 200 and 500
five hundred → 500
a thousand times → 1,000 times
one thousand → 1,000
one thousand nine hundred eighty four → 1,984
two thousand → 2,000
two thousand five → 2005
two thousand five dollars → $2,005
twenty five hundred → 2,500
nineteen hundred → 1900
nineteen hundred dollars → $1,900
twelve thousand three hundred forty five → 12,345
one hundred and twenty five thousand → 125,000
one million two hundred thousand → 1,200,000
one million, two hundred thousand → 1,200,000
five million → 5 million
two point five million → 2.5 million
three billion → 3 billion
one million and a half → 1.5 million
one million point five → 1,000,000.5
two billion and five → 2,000,000,005
a million dollars → $1 million
half a million dollars → half a million dollars
a quarter of a million → a quarter of a million
a million and a half → 1.5 million
thanks a million → thanks a million
several hundred people → several hundred people
hundreds of people → hundreds of people
a few thousand → a few thousand
five and six → 5 and 6
five or six → 5 or 6
ten thousand → 10,000
two thousand, five people died → 2,000, 5 people died
one thousand one → 1,001
nine hundred ninety nine thousand nine hundred ninety nine → 999,999
minus five → -5
negative ten → -10
ten minus five → 10 minus 5
two and a half → 2.5
two and a half hours → 2.5 hours
three and three quarters → 3.75
two and a half million → 2.5 million
zero point five → 0.5
three point fourteen → 3.14
ten point oh five → 10.05
at this point one can → at this point one can
a twenty-five-year-old man → a 25-year-old man
a two-year contract → a 2-year contract
fifty-fifty → 50-50
two two-year-olds → 2 2-year-olds

five five five one two three four → 5551234
nine one one → 911
zero zero seven → 007
oh oh seven → 007
one oh seven Crystal Lake Drive → 107 Crystal Lake Drive
double three oh one → 3301
triple five one → 5551
two two eight seven → 2287
one twenty five Main Street → 125 Main Street
two fifty people → 250 people
oh, one more thing → oh, one more thing
room three fifteen → room 315
oh no → oh no

tenth → 10th
twelfth → 12th
twentieth → 20th
twenty first → 21st
twenty-second → 22nd
thirty third → 33rd
the twenty-first century → the 21st century
twenty-first-century art → 21st-century art
one hundred first → 101st
two hundred and fifth → 205th
one hundred eleventh → 111th
first → first
ninth → ninth
two thirds → 2/3
two-thirds → 2/3
one half → 1/2
one third → 1/3
three quarters → 3/4
five eighths → 5/8
one quarter of it → 1/4 of it

nineteen eighty four → 1984
in nineteen oh five → in 1905
twenty twenty → 2020
twenty twenty one → 2021
twenty ten → 2010
two thousand twenty one → 2,021
in two thousand twenty one → in 2021
since two thousand and ten → since 2010
in two thousand → in 2000
in two thousand cases → in 2,000 cases
in ten sixty six → in 1066
nineteen eighties → 1980s
the eighties → the eighties
seventeen seventy six → 1776

march third → March 3
March third → March 3
march third twenty twenty one → March 3, 2021
March third, twenty twenty-one, → March 3, 2021,
On March the third, 2021. → On March 3, 2021.
march twenty first → March 21
March twenty first → March 21
June five → June 5
June twenty → June 20
June twenty twenty → June 2020
june twenty one → June 21
march twenty twenty one → March 2021
december thirty first nineteen ninety nine → December 31, 1999
july fourth seventeen seventy six → July 4, 1776
the fourth of july → July 4
on the first of January two thousand five → on January 1, 2005
september eleventh two thousand one → September 11, 2001
twenty first of june → June 21
june nineteen eighty four → June 1984
june thirty second → june 32nd
you may five times → you may 5 times
they march one by one → they march one by one
may first → May 1
the second of May → May 2

ten thirty → 10:30
ten thirty a m → 10:30 a.m.
ten thirty AM → 10:30 AM
ten thirty a.m. → 10:30 a.m.
ten a m → 10 a.m.
Ten a.m. → 10 a.m.
one p m → 1 p.m.
5 p m → 5 p.m.
five thirty p m. → 5:30 p.m.
at three oh five → at 3:05
at twelve oh five → at 12:05
ten o'clock → 10:00
ten o clock → 10:00
at six o'clock → at 6:00
half past ten p m → 10:30 p.m.
quarter past nine → 9:15
a quarter past nine → 9:15
quarter to eleven → 10:45
a quarter to one → 12:45
twenty past ten → 10:20
ten minutes to nine → 8:50
it's ten to nine → it's 8:50
it is five to ten → it is 9:55
from ten to nine → from 10 to 9
from nine thirty to ten thirty → from 9:30 to 10:30
at fourteen thirty → at 14:30
fourteen hundred hours → 14:00
at ten thirty and fifteen seconds → at 10:30:15
seven in the morning → 7 in the morning
one in the morning → 1 in the morning
nine forty five tomorrow → 9:45 tomorrow
ten fifteen people → 10 15 people

five dollars → $5
a dollar → a dollar
fifty cents → $0.50
five cents → $0.05
25 dollars → $25
25 dollars and 50 cents → $25.50
a hundred dollars → $100
five million dollars → $5 million
two point five billion dollars → $2.5 billion
$5 million → $5 million
one thousand two hundred thirty four dollars and one cent → $1,234.01
minus five dollars → -$5
twenty euros → €20
twenty euros and fifty cents → €20.50
five hundred yen → ¥500
five u s dollars → US$5
five pounds → 5 pounds
five pounds and fifty pence → £5.50
twenty reais and ten centavos → R$20.10
five dollars and two people → $5 and 2 people
nine nine cents → $0.99
twenty twenty dollars → $2,020
fifty bucks → 50 bucks
fifty percent → 50%
fifty per cent → 50%
three point five percent → 3.5%
5 percent → 5%
twenty five degrees celsius → 25°C
minus ten degrees fahrenheit → -10°F
ninety degrees → 90 degrees
five kilometers → 5 kilometers

On March 3rd, 2021 I paid $25.50 at 10:30 a.m. → On March 3rd, 2021 I paid $25.50 at 10:30 a.m.
107 Crystal Lake Drive 327 → 107 Crystal Lake Drive 327
It was 1984. → It was 1984.
(415) 555-1212 → (415) 555-1212
(twenty five) → (25)
"Twenty," he said. → "20," he said.
`;

const rows = EXAMPLES.trim()
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(' → ') as [string, string]);

it.each(rows)('%s', (spoken, written) => {
  expect(textOf(writtenText(spoken.split(' '), 'en-US'))).toBe(written);
  expect(textOf(writtenText(written.split(' '), 'en-US'))).toBe(written);
});

it('gives every word the input words it came from', () => {
  expect(writtenText('On March third, twenty twenty-one, I paid five dollars.'.split(' '), 'en')).toEqual([
    { text: 'On', from: 0, to: 1 },
    { text: 'March', from: 1, to: 5 },
    { text: '3,', from: 1, to: 5 },
    { text: '2021,', from: 1, to: 5 },
    { text: 'I', from: 5, to: 6 },
    { text: 'paid', from: 6, to: 7 },
    { text: '$5.', from: 7, to: 9 },
  ]);
});
