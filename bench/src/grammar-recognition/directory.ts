import { type BenchGrammar, phrases } from './bench-grammar.ts';

const FIRST =
  `Aaron Abigail Adam Adele Adrian Agnes Albert Alice Alina Alma Amanda Amir Amy Andrea Andrew Angela Anna Arjun Arthur
Arya Asher Aurora Barbara Beatriz Benjamin Benji Bianca Brenda Brian Bruno Calder Calla Camila Carla Carlos Caroline Catherine Cecilia
Celine Charles Chloe Christine Ciaran Clara Claudia Colin Connor Cora Craig Cynthia Daniel Daphne David Deborah Denise Derek Diana Diego
Dorothy Douglas Edith Edward Elaine Eleanor Elena Elias Elizabeth Ella Emily Emma Eric Esther Ethan Eva Fatima Felix Fiona Florence Frances
Frank Gabriel Ganesh George Gloria Grace Gregory Hannah Harlow Harold Harriet Hassan Heather Helen Henry Hiroshi Hugo Ian Ida Ingrid Irene
Isaac Isabel Isla Ivan Jack Jacob James Jane Janet Jasmine Jason Jean Jeremy Jessica Joan Joel Johanna John Jorah Joseph Joyce Judith Julia
Julian Juniper Karen Karl Katherine Keith Kenneth Kevin Kim Kurt Laila Larry Laura Layla Leah Leo Leonard Liam Lillian Linda Lisa Louis Lucas
Lucy Luis Lydia Magnus Margaret Maria Mark Martha Martin Matthew Maxine Mayur Melissa Michael Miguel Mira Monica Nadia Naomi Natalie Nathan
Nicholas Niklas Niko Nina Noah Norah Oliver Olivia Omar Oscar Pamela Patricia Paul Peter Philip Prashant Priya Rachel Ralph Raymond Rebecca
Richard Rita Robert Roger Rosa Ruth Ryan Samuel Sanaa Sandra Sara Scott Sean Seraphina Sharon Simon Solana Sophie Soraya Stella Stephen Susan
Taklu Teresa Theodore Thomas Timothy Tina Vera Victor Vincent Walter Wanda William Xavier Yasmin Yusuf Zane Zoe`.split(
    /\s+/,
  );

const LAST =
  `Adams Allen Analogs Andersen Bailey Baker Balasubramanian Banerjee Barnes Bauer Becker Bell Bennett Bergman Bianchi Brooks Brown
Bryant Butler Campbell Carter Castro Chatterjee Chen Cho Clark Coelho Cohen Coleman Collins Cook Cooper Costa Cox Cruz Davies Davis Diaz Dubois
Dundas Edwards Evans Ferrari Fischer Fisher Flores Foster Fuchs Gandhe Garcia Gibson Gomez Gonzalez Graham Gray Green Griffin Gupta Hall Hamilton
Hansen Harris Hayes Henderson Hernandez Hill Hoffman Howard Hughes Hunter Ivanov Jackson James Jensen Johnson Jones Jordan Kaplan Kathale Kelly
Kennedy Khatri Kim King Klein Knudsen Kowalski Kumar Larsen Lee Leung Lewis Lopez MacLeod Marshall Martin Martinez Mason Meyer Miller Mitchell
Moore Morales Morgan Morment Morris Murphy Murray Myers Nelson Nguyen Novak Olsen Ortiz Owens Parker Patel Patterson Pereira Perez Perry Peters
Phillips Popov Powell Price Qureshi Ramirez Reed Reyes Reynolds Rice Richards Rivera Roberts Robinson Robles Rodriguez Rogers Romero Rossi Russell
Ryan Sanchez Sanders Santos Sato Schmidt Schneider Scott Shah Shaw Silva Simmons Singh Smith Stark Stewart Stone Sullivan Suzuki Tanaka Taylor
Thomas Thompson Torres Turner Vargas Wagner Walker Wallace Walsh Ward Watson Weber Wells West White Williams Wilson Wood Wright Yamamoto Young
Zhang Zhou`.split(/\s+/);

/** People's names, so many, with some that must be among them and some that must not. */
export function names(
  count: number,
  among: readonly string[],
  not: ReadonlySet<string> = new Set(),
): string[] {
  const all = new Set(among);
  // 7919 is prime to the number of pairs: every pair comes once, far from its like.
  for (let n = 0; all.size < count; n++) {
    const pair = (n * 7919) % (FIRST.length * LAST.length);
    const name = `${FIRST[pair % FIRST.length]} ${LAST[Math.floor(pair / FIRST.length)]}`;
    if (!not.has(name)) all.add(name);
  }
  return [...all];
}

/** People, each of whom is named or spelled. */
export function directory(name: string, people: readonly string[]): Promise<BenchGrammar> {
  return phrases(
    name,
    people.flatMap((person) => [person, spelled(person)]),
  );
}

export function spelled(person: string): string {
  return [...person.toLowerCase().replaceAll(' ', '')].join(' ');
}
