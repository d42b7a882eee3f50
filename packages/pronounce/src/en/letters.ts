const NAMES: Readonly<Record<string, string>> = {
  ...{
    a: 'ˈA',
    b: 'bˈi',
    c: 'sˈi',
    d: 'dˈi',
    e: 'ˈi',
    f: 'ˈɛf',
    g: 'ʤˈi',
    h: 'ˈAʧ',
    i: 'ˈI',
    j: 'ʤˈA',
    k: 'kˈA',
  },
  ...{
    l: 'ˈɛl',
    m: 'ˈɛm',
    n: 'ˈɛn',
    o: 'ˈO',
    p: 'pˈi',
    q: 'kjˈu',
    r: 'ˈɑɹ',
    s: 'ˈɛs',
    t: 'tˈi',
    u: 'jˈu',
    v: 'vˈi',
  },
  ...{ w: 'dˈʌbᵊlju', x: 'ˈɛks', y: 'wˈI', z: 'zˈi' },
};

/** The name of a letter. */
export function letterName(letter: string): string | undefined {
  return NAMES[letter];
}

/** Words in capitals that are spelled although they look like words or stand in the dictionary as such. */
const SPELLED = new Set(
  'us it ai id un eu ip os pc ad bc am pm er ok hr pr pa vp la ct mr mri ceo cfo cto faq atm api url usb gps hiv dna rna'.split(
    ' ',
  ),
);

export function isListedInitialism(word: string): boolean {
  return SPELLED.has(word);
}
