import { expect, it } from 'vitest';
import { plainText, textOf } from '../index.ts';

// As a recogniser writes it → as it is said.
const EXAMPLES = `
On March 3rd, 2021 I paid $25.50 at 10:30 a.m. → on march third twenty twenty one i paid twenty five dollars and fifty cents at ten thirty a m
Hello, world! → hello world
write to constructor@example.com → write to constructor at example dot com
"I don't know," she said. → i don't know she said
It’s a dog’s life. → it's a dog's life
the dogs' house → the dogs house
rock 'n' roll → rock n roll
a well-known twenty-five-year-old → a well known twenty five year old
Wait... what?! → wait what
word—another – third → word another third
(parenthesis) [brackets] {braces} → parenthesis brackets braces
naïve café → naïve café
NASA and the FBI → nasa and the fbi
U.S.A. → u s a
the U.S. army → the u s army
a Ph.D. in law → a ph d in law
e.g. this, i.e. that → e g this i e that
J.K. Rowling → j k rowling
Mr. Smith → mister smith
Mr Smith → mister smith
Mrs. Jones and Dr. Who → missus jones and doctor who
Prof. Moriarty vs. Holmes, etc. → professor moriarty versus holmes et cetera
St. Louis → saint louis
Main St. 5 → main street five
$20/month → twenty dollars per month
Martin Luther King Jr. → martin luther king junior

0 → zero
7 → seven
10 → ten
13 → thirteen
20 → twenty
25 → twenty five
99 → ninety nine
100 → one hundred
101 → one hundred one
107 Crystal Lake Drive 327 → one hundred seven crystal lake drive three hundred twenty seven
110 → one hundred ten
999 → nine hundred ninety nine
1,000 → one thousand
1,001 → one thousand one
1,984 → one thousand nine hundred eighty four
12,345 → twelve thousand three hundred forty five
100,000 → one hundred thousand
1,000,000 → one million
1,234,567 → one million two hundred thirty four thousand five hundred sixty seven
2,000,000,000 → two billion
1,000,000,000,000 → one trillion
5000 → five thousand
10000 → ten thousand
3500 → three thousand five hundred
3227 → three two two seven
0351 → zero three five one
007 → zero zero seven
00 → zero zero
90210 → nine zero two one zero
1056058263 → one zero five six zero five eight two six three
FLAT NO 207 SNEHA VIHAR KOLHAPUR 411002 → flat number two hundred seven sneha vihar kolhapur four one one zero zero two
1315 morreene road → thirteen fifteen morreene road
Call 911 now. → call nine one one now
12345678901234567890 → one two three four five six seven eight nine zero one two three four five six seven eight nine zero
-5 → minus five
−5 → minus five
+5 → plus five
-1,234.5 → minus one thousand two hundred thirty four point five
3.14 → three point one four
0.5 → zero point five
.5 → point five
2.0 → two point zero
10.05 → ten point zero five
1,234.56 → one thousand two hundred thirty four point five six
1.5 million people → one point five million people
No. 5 → number five
No, 5 is enough. → no five is enough
#5 → number five
#throwback → hashtag throwback
Pages 10-15 → pages ten to fifteen
the 2019-2021 season → the twenty nineteen to twenty twenty one season
They won 3-2. → they won three two
5-10% → five to ten percent
1,000-2,000 people → one thousand to two thousand people

1st → first
2nd → second
3rd → third
4th → fourth
5th → fifth
8th → eighth
9th → ninth
12th → twelfth
20th → twentieth
21st → twenty first
32ND → thirty second
100th → one hundredth
101st → one hundred first
1,000th → one thousandth
the 21st century → the twenty first century

1/2 → one half
½ → one half
3/4 → three quarters
2/3 → two thirds
1/4 → one quarter
5 1/2 → five and a half
5½ hours → five point five hours
2 3/4 cups → two and three quarters cups
24/7 → twenty four seven
9/11 → nine eleven

in 1984 → in nineteen eighty four
1900 → nineteen hundred
1905 → nineteen oh five
2000 → two thousand
2005 → two thousand five
2010 → twenty ten
2021 → twenty twenty one
1066 → ten sixty six
1024 → one zero two four
the 1980s → the nineteen eighties
the 80s → the eighties
the '80s → the eighties
the 90's → the nineties
the 1910s → the nineteen tens

March 3 → march third
March 3, 2021 → march third twenty twenty one
March 3rd → march third
Mar. 3, 2021 → march third twenty twenty one
Sept. 11, 2001 → september eleventh two thousand one
3 March 2021 → third of march twenty twenty one
the 3rd of March, 2021 → the third of march twenty twenty one
July 4th, 1776 → july fourth seventeen seventy six
March 2021 → march twenty twenty one
December 31, 1999. → december thirty first nineteen ninety nine
February 30 → february thirty
May 5 → may fifth
3/14/2021 → march fourteenth twenty twenty one
03/04/21 → march fourth twenty twenty one
14/3/2021 → march fourteenth twenty twenty one
2021-03-14 → march fourteenth twenty twenty one
12-25-1999 → december twenty fifth nineteen ninety nine
1.2.2020 → january second twenty twenty

10:30 → ten thirty
10:05 → ten oh five
10:00 → ten o'clock
10:00 a.m. → ten a m
at 10:30am → at ten thirty a m
5pm → five p m
5 PM → five p m
5 p.m. → five p m
7:45 P.M. → seven forty five p m
I am → i am
14:30 → fourteen thirty
14:00 → fourteen hundred hours
07:05 → seven oh five
00:30 → zero thirty
10:30:15 → ten thirty and fifteen seconds
10:30-11:30 → ten thirty eleven thirty
10 o'clock → ten o'clock
John 3:16 → john three sixteen
1:99 → one ninety nine

$5 → five dollars
$1 → one dollar
$25.50 → twenty five dollars and fifty cents
$1.01 → one dollar and one cent
$0.50 → fifty cents
$.99 → ninety nine cents
$25.00 → twenty five dollars
$1,234.50 → one thousand two hundred thirty four dollars and fifty cents
$1984 → one thousand nine hundred eighty four dollars
$1.5 million → one point five million dollars
$5 billion → five billion dollars
$5K → five thousand dollars
$3M → three million dollars
$2.5bn → two point five billion dollars
-$5 → minus five dollars
$5-$10 → five dollars ten dollars
£3.20 → three pounds and twenty pence
£1 → one pound
€20 → twenty euros
20€ → twenty euros
€1.50 → one euro and fifty cents
¥500 → five hundred yen
₹100 → one hundred rupees
R$ 25.50 → twenty five reais and fifty centavos
US$5 → five u s dollars
50¢ → fifty cents
C$10 → ten canadian dollars

50% → fifty percent
50 % → fifty percent
1% → one percent
3.5% → three point five percent
25°C → twenty five degrees celsius
25 °C → twenty five degrees celsius
-5°F → minus five degrees fahrenheit
90° → ninety degrees
5 km → five kilometers
5km → five kilometers
1 km → one kilometer
60 km/h → sixty kilometers per hour
65 mph → sixty five miles per hour
3227 km → three thousand two hundred twenty seven kilometers
70 kg → seventy kilograms
500 mg → five hundred milligrams
5 lbs → five pounds
6 ft → six feet
100 m → one hundred meters
10 m² → ten square meters
2.4 GHz → two point four gigahertz
16GB → sixteen gigabytes
AT&T → at and t
R&D → r and d
5+5=10 → five plus five equals ten
5 + 5 = 10 → five plus five equals ten
C++ → c plus plus
x² → x squared
@home → at home

555-1234 → five five five one two three four
415-555-1212 → four one five five five five one two one two
(415) 555-1212 → four one five five five five one two one two
415.555.1212 → four one five five five five one two one two
1-800-555-1234 → one eight zero zero five five five one two three four
+1 415 555 1212 → plus one four one five five five five one two one two
555 123 4567 → five five five one two three four five six seven
555 1234 → five five five one two three four
0800 123 → zero eight zero zero one two three
123-45-6789 → one two three four five six seven eight nine
In 2021 1500 people came. → in twenty twenty one fifteen hundred people came
90210-1234 → nine zero two one zero one two three four

B2B → b two b
A4 paper → a four paper
h2o → h two o
COVID-19 → covid nineteen
F-16 → f sixteen
MP3 → mp three
v1.5 → v one point five
version 1.2.3 → version one dot two dot three
192.168.0.1 → one hundred ninety two dot one hundred sixty eight dot zero dot one
4x4 → four x four
5G → five g
a 5-year-old → a five year old
mid-20s → mid twenties
and/or → and or
john.doe@gmail.com → john dot doe at gmail dot com
www.google.com → www dot google dot com
https://example.org/a-b → https colon slash example dot org slash a dash b
example.com. → example dot com
Visit example.com/maps2. → visit example dot com slash maps two
the end.Then more → the end then more
`;

const rows = EXAMPLES.trim()
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(' → ') as [string, string]);

it.each(rows)('%s', (written, spoken) => {
  expect(textOf(plainText(written.split(' '), 'en-US'))).toBe(spoken);
});

it('gives every word the input words it came from', () => {
  expect(plainText(['I', 'paid', '$1.5', 'million', '—', 'twice.'], 'en')).toEqual([
    { text: 'i', from: 0, to: 1 },
    { text: 'paid', from: 1, to: 2 },
    ...['one', 'point', 'five', 'million', 'dollars'].map((text) => ({ text, from: 2, to: 4 })),
    { text: 'twice', from: 5, to: 6 },
  ]);
});
