import { requestBytes } from './http-case.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { Chance } from './random.ts';
import { AUDIO, GRAMMARS, grammarCase, JSON_BODIES, jsonCase, REQUESTS, recognition } from './seeds.ts';
import { FORM_WORDS, GRAMMAR_WORDS, HEADER_NAMES, HEADER_VALUES, JSON_WORDS, QUERY_WORDS } from './words.ts';

export interface FuzzCase {
  readonly kind: string;
  /** The whole request. */
  readonly bytes: Buffer;
}

const latin = (bytes: Buffer) => bytes.toString('latin1').replace(/[\r\n]/g, '');

/** How each kind of case is made. Those for the engine take longest: of a million, twenty thousand are audio. */
const KINDS: readonly {
  readonly kind: string;
  readonly weight: number;
  readonly make: (chance: Chance, kept: readonly Buffer[]) => Buffer;
}[] = [
  {
    kind: 'audio',
    weight: 2,
    make: (chance) => requestBytes(recognition(mutateBytes(chance.of(AUDIO), chance))),
  },
  {
    kind: 'grammar',
    weight: 25,
    make: (chance) => {
      const grammar = mutateBytes(chance.of(GRAMMARS), chance, GRAMMAR_WORDS);
      return requestBytes(grammarCase(grammar, chance.share() < 0.5));
    },
  },
  {
    kind: 'form',
    weight: 15,
    make: (chance) => {
      const forms = REQUESTS.filter(({ headers }) =>
        headers.some(([, value]) => value.startsWith('multipart')),
      );
      const form = chance.of(forms);
      return requestBytes({ ...form, body: mutateBytes(form.body, chance, FORM_WORDS) });
    },
  },
  {
    kind: 'JSON',
    weight: 15,
    make: (chance) => {
      const { target, form, text } = chance.of(JSON_BODIES);
      return requestBytes(jsonCase(target, form, mutateBytes(Buffer.from(text), chance, JSON_WORDS)));
    },
  },
  {
    kind: 'headers',
    weight: 20,
    make: (chance) => {
      const request = chance.of(REQUESTS);
      const added = Array.from({ length: 1 + chance.below(3) }, (): [string, string] => [
        chance.of(HEADER_NAMES),
        chance.of(HEADER_VALUES),
      ]);
      return requestBytes({ ...request, headers: [...request.headers, ...added] });
    },
  },
  {
    kind: 'query',
    weight: 15,
    make: (chance) => {
      const request = chance.of(REQUESTS);
      const target = latin(mutateBytes(Buffer.from(request.target), chance, QUERY_WORDS)).replaceAll(
        ' ',
        '%20',
      );
      return requestBytes({ ...request, target });
    },
  },
  {
    kind: 'bytes',
    weight: 8,
    make: (chance, kept) => {
      const request =
        kept.length > 0 && chance.share() < 0.5 ? chance.of(kept) : requestBytes(chance.of(REQUESTS));
      return mutateBytes(request, chance, FORM_WORDS);
    },
  },
];
const TICKETS = KINDS.flatMap((each) => Array.from({ length: each.weight }, () => each));

/** The case with this number; the same for the same seed and kept cases. */
export function makeCase(seed: number, index: number, kept: readonly Buffer[]): FuzzCase {
  const chance = new Chance(seed, index);
  const { kind, make } = chance.of(TICKETS);
  return { kind, bytes: make(chance, kept) };
}
