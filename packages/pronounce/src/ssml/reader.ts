import { pronouncedLanguage, pronouncedLanguages } from '../languages.ts';
import type { Emphasis } from '../say/spoken-word.ts';
import type { Manner, Segment } from '../segment.ts';
import { breakMs } from './breaks.ts';
import { soundsOfIpa } from './ipa.ts';
import { MOST_BREAKS_MS } from './limits.ts';
import { changed, pitchOf, rateOf, volumeOf } from './prosody.ts';
import { sayAs } from './say-as.ts';

export type Attributes = Readonly<Record<string, string>>;

/** An open element: how its content is said, and what becomes of its text. */
interface Open {
  name: string;
  manner: Manner;
  /** The text of elements that turn it into something else. */
  collected?: string;
  attributes: Attributes;
}

const BLOCKS = new Set(['speak', 'p', 's', 'paragraph', 'sentence']);
const SILENT = new Set(['desc', 'metadata', 'meta', 'lexicon', 'lookup']);
const COLLECTING = new Set(['say-as', 'sub', 'phoneme']);
const EMPHASES: Readonly<Record<string, Emphasis | undefined>> = {
  ...{ strong: 'strong', moderate: 'moderate', reduced: 'reduced', none: undefined },
};

/** Turns elements and text into segments. `fail` reports a value that is wrong at the element being read. */
export class SsmlReader {
  readonly segments: Segment[] = [];
  readonly #open: Open[] = [];
  readonly #manner: Manner;
  readonly #fail: (message: string) => never;
  #breaksMs = 0;

  constructor(manner: Manner, fail: (message: string) => never) {
    this.#manner = manner;
    this.#fail = fail;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#open.length === 0 && name !== 'speak')
      this.#fail(`The root element is <${name}>; it must be <speak>`);
    const parent = this.#open.at(-1);
    const manner = this.#mannerOf(name, attributes, parent?.manner ?? this.#manner);
    if (BLOCKS.has(name)) this.#end(name);
    if (name === 'break') this.#break(attributes);
    if (name === 'mark') this.#mark(attributes);
    const isCollected = parent?.collected !== undefined;
    const collects = !isCollected && COLLECTING.has(name);
    this.#open.push({ name, manner, attributes, ...(collects && { collected: '' }) });
    if (collects) this.#check(name, attributes);
  }

  close(): void {
    const { name, manner, collected, attributes } = this.#open.pop()!;
    if (collected !== undefined) this.#transformed(name, collected, manner, attributes);
    if (BLOCKS.has(name)) this.#end(name);
  }

  text(text: string): void {
    const open = this.#open.at(-1);
    if (!open || this.#open.some(({ name }) => SILENT.has(name))) return;
    const collector = this.#open.find(({ collected }) => collected !== undefined);
    if (collector) collector.collected += text;
    else this.#say(text, open.manner);
  }

  #say(text: string, manner: Manner): void {
    const last = this.segments.at(-1);
    // Elements that change nothing do not part "25" from "km".
    if (last?.kind === 'text' && last.manner === manner) last.text += text;
    else if (text.trim() !== '') this.segments.push({ kind: 'text', text, manner });
  }

  #end(name: string): void {
    const of = name === 'p' || name === 'paragraph' ? 'paragraph' : 'sentence';
    const last = this.segments.at(-1);
    if (!last) return;
    if (last.kind !== 'end') this.segments.push({ kind: 'end', of });
    else if (of === 'paragraph') last.of = of;
  }

  #break({ time, strength }: Attributes): void {
    const ms = breakMs(time, strength);
    if (ms === undefined)
      this.#fail(
        time !== undefined
          ? `The time of <break> is "${time}"; expected seconds or milliseconds, such as "500ms"`
          : `The strength of <break> is "${strength}"; expected none, x-weak, weak, medium, strong or x-strong`,
      );
    this.#breaksMs += ms;
    if (this.#breaksMs > MOST_BREAKS_MS)
      this.#fail(`All <break> elements together are longer than ${MOST_BREAKS_MS / 1_000} seconds`);
    this.segments.push({ kind: 'break', ms });
  }

  #mark({ name }: Attributes): void {
    if (!name) this.#fail('<mark> needs a name');
    this.segments.push({ kind: 'mark', name });
  }

  #check(name: string, attributes: Attributes): void {
    const needed = { 'say-as': 'interpret-as', sub: 'alias', phoneme: 'ph' }[name]!;
    if (attributes[needed] === undefined) this.#fail(`<${name}> needs the attribute ${needed}`);
  }

  #transformed(name: string, text: string, manner: Manner, attributes: Attributes): void {
    if (name === 'sub') this.#say(attributes.alias!, { ...manner });
    else if (name === 'phoneme') this.#phoneme(text, manner, attributes);
    else {
      const said = sayAs(text, attributes['interpret-as']!, attributes.format ?? '', manner.language);
      this.segments.push({ ...said, manner: { ...manner } });
    }
  }

  /** Alphabets other than IPA are not read: the text is said instead, as the standard asks. */
  #phoneme(text: string, manner: Manner, { ph, alphabet }: Attributes): void {
    if (alphabet !== undefined && alphabet !== 'ipa') {
      this.#say(text, { ...manner });
      return;
    }
    const sounds = soundsOfIpa(ph!, manner.language);
    if (sounds === '') this.#fail(`The ph of <phoneme> is "${ph}"; expected IPA`);
    this.segments.push({ kind: 'sounds', sounds, text: text.trim(), manner });
  }

  #mannerOf(name: string, attributes: Attributes, parent: Manner): Manner {
    let manner = parent;
    const tag = attributes['xml:lang'] ?? (name === 'lang' || name === 'voice' ? attributes.lang : undefined);
    if (tag !== undefined) {
      const language = pronouncedLanguage(tag);
      if (!language)
        this.#fail(`The language of <${name}> is "${tag}"; expected ${list(pronouncedLanguages)}`);
      if (language !== manner.language) manner = { ...manner, language };
    }
    if (name === 'voice' && attributes.name) manner = { ...manner, voice: attributes.name };
    if (name === 'prosody') manner = this.#prosody(attributes, manner);
    if (name === 'emphasis') manner = this.#emphasis(attributes, manner);
    return manner;
  }

  #prosody(attributes: Attributes, parent: Manner): Manner {
    let manner = parent;
    for (const [name, read] of [
      ['rate', rateOf],
      ['volume', volumeOf],
      ['pitch', pitchOf],
    ] as const) {
      const value = attributes[name];
      if (value === undefined) continue;
      const factor = read(value.trim());
      if (factor === undefined)
        this.#fail(`The ${name} of <prosody> is "${value}"; expected a ${name} such as ${EXAMPLES[name]}`);
      manner = changed(manner, name, factor);
    }
    return manner;
  }

  #emphasis({ level = 'moderate' }: Attributes, { emphasis: _, ...manner }: Manner): Manner {
    if (!Object.hasOwn(EMPHASES, level))
      this.#fail(`The level of <emphasis> is "${level}"; expected strong, moderate, reduced or none`);
    const emphasis = EMPHASES[level];
    return emphasis ? { ...manner, emphasis } : manner;
  }
}

const EXAMPLES = {
  rate: '"slow", "80%" or "1.2"',
  volume: '"soft", "+6dB" or "150%", or a number from 0 to 100',
  pitch: '"high", "+10%" or "+2st"',
};

function list(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
