import { fold } from '@locutor/grammar';

/** Where letters with capitals are: Latin, Greek, Cyrillic and Armenian, and their extensions. */
const CASED = [
  [0x80, 0x588],
  [0x1e00, 0x2000],
] as const;
/** Vowels of Thai and Lao that are folded to two characters. */
const AM = ['ำ', 'ຳ'];
/** ß is folded to two letters; nothing here to more. */
const MOST_LETTERS = 2;

let known: ReadonlyMap<string, readonly Uint8Array[]> | undefined;

/** Letters beyond ASCII in UTF-8, by what they are folded to: Ά by ά, ς by σ, ß by ss. */
function unfolded(): ReadonlyMap<string, readonly Uint8Array[]> {
  if (known) return known;
  const byFolded = new Map<string, Uint8Array[]>();
  const add = (letter: string) => {
    const folded = fold(letter, {});
    if (folded === letter || [...folded].length > MOST_LETTERS) return;
    byFolded.set(folded, [...(byFolded.get(folded) ?? []), Buffer.from(letter)]);
  };
  for (const [from, to] of CASED) {
    for (let code = from; code < to; code++) {
      const letter = String.fromCodePoint(code);
      // Compatibility forms, such as ª for a, are not what a model writes in a word.
      if (letter.normalize('NFKC') === letter) add(letter);
    }
  }
  for (const vowel of AM) add(vowel);
  known = byFolded;
  return byFolded;
}

interface Place<Node> {
  readonly next: Map<number, Node>;
}

/**
 * Adds the spellings of a folded text that are not folded themselves to a tree that has the text. A model may write a
 * letter in two tokens, the Ά of Άλλος for instance: neither is a letter, so that tokens cannot be folded.
 *
 * `places` are those before each character and at the end; `make` makes a place between the bytes of a letter.
 */
export function addUnfolded<Node extends Place<Node>>(
  characters: readonly string[],
  places: readonly Node[],
  make: (before: Node, after: Node) => Node,
): void {
  for (const [at, before] of places.entries()) {
    for (let length = 1; length <= MOST_LETTERS && at + length < places.length; length++) {
      const after = places[at + length]!;
      for (const letter of unfolded().get(characters.slice(at, at + length).join('')) ?? []) {
        addPath(letter, before, after, make);
      }
    }
  }
}

function addPath<Node extends Place<Node>>(
  bytes: Uint8Array,
  before: Node,
  after: Node,
  make: (before: Node, after: Node) => Node,
): void {
  let at = before;
  for (const byte of bytes.subarray(0, -1)) {
    const next = at.next.get(byte) ?? make(at, after);
    at.next.set(byte, next);
    at = next;
  }
  at.next.set(bytes.at(-1)!, after);
}
