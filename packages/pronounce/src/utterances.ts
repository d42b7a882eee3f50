import { pronouncerOf } from './languages.ts';
import { phrasesOf } from './phrases.ts';
import { endsSentence, strongerTrail } from './say/punctuation.ts';
import { spelledWords } from './say/spelled-words.ts';
import type { SpokenWord } from './say/spoken-word.ts';
import { leadOf, wordsOfText } from './say/words-of-text.ts';
import type { Manner, Segment } from './segment.ts';
import type { Utterance } from './utterance.ts';

// Silence that the model leaves by itself after a sentence is not counted.
const SENTENCE_MS = 200;
const PARAGRAPH_MS = 600;
// A long sentence is pronounced in parts, so that the first sound does not wait for the last: at a comma after many words,
// anywhere after the most.
const MANY_WORDS = 50;
const MOST_WORDS = 100;

/** What the model says, one phrase after the other; each is made when it is asked for. */
export function utterancesOf(segments: Iterable<Segment>): Generator<Utterance> {
  return new Assembly().utterances(segments);
}

/** Puts segments together to sentences, and sentences to utterances. */
class Assembly {
  #words: SpokenWord[] = [];
  #marks: { name: string; before: number }[] = [];
  #manner: Manner | undefined;
  /** The last utterance waits, since a break or a mark that follows belongs to it. */
  #held: Utterance | undefined;
  /** Whether its silence is what a sentence has, which the last one of all does not need. */
  #isPause = false;

  *utterances(segments: Iterable<Segment>): Generator<Utterance> {
    for (const segment of segments) {
      if (segment.kind === 'mark') this.#marks.push({ name: segment.name, before: this.#words.length });
      else if (segment.kind === 'end')
        yield* this.#end(segment.of === 'paragraph' ? PARAGRAPH_MS : SENTENCE_MS);
      else if (segment.kind === 'break') yield* this.#break(segment.ms);
      else yield* this.#say(segment);
    }
    this.#closeWith('.');
    yield* this.#flush();
    if (this.#held) yield { ...this.#held, breakMs: this.#isPause ? 0 : this.#held.breakMs };
  }

  *#say(segment: Extract<Segment, { manner: Manner }>): Generator<Utterance> {
    if (segment.kind === 'text') yield* this.#lead(leadOf(segment.text));
    if (this.#manner && !isSame(this.#manner, segment.manner)) yield* this.#flush();
    for (const word of wordsOf(segment)) {
      this.#manner = segment.manner;
      this.#words.push(word);
      if (endsSentence(word.trail)) yield* this.#end(SENTENCE_MS);
      else if (this.#words.length >= (word.trail ? MANY_WORDS : MOST_WORDS)) yield* this.#flush();
    }
  }

  /** Punctuation behind an element belongs to the word in it. */
  *#lead(sign: string): Generator<Utterance> {
    const last = this.#words.at(-1);
    if (!last || sign === '') return;
    last.trail = strongerTrail(last.trail, sign);
    if (endsSentence(last.trail)) yield* this.#end(SENTENCE_MS);
  }

  *#end(ms: number): Generator<Utterance> {
    this.#closeWith('.');
    yield* this.#flush();
    if (!this.#held || this.#held.breakMs >= ms) return;
    this.#held.breakMs = ms;
    this.#isPause = true;
  }

  /** The voice falls at a full stop and pauses at a comma, also where none is written. */
  #closeWith(sign: string): void {
    const last = this.#words.at(-1);
    if (last) last.trail ||= sign;
  }

  *#break(ms: number): Generator<Utterance> {
    this.#closeWith(',');
    yield* this.#flush();
    this.#held ??= silence();
    this.#held.breakMs = (this.#isPause ? 0 : this.#held.breakMs) + ms;
    this.#isPause = false;
  }

  /** Says the words so far. */
  *#flush(): Generator<Utterance> {
    const [words, marks, manner] = [this.#words, this.#marks, this.#manner];
    [this.#words, this.#marks, this.#manner] = [[], [], undefined];
    if (!manner) {
      // Marks without words behind them: the end of what was said, or the beginning of everything.
      if (marks.length > 0) this.#held ??= silence();
      const at = this.#held?.phonemes.length ?? 0;
      for (const { name } of marks) this.#held!.marks.push({ name, at });
      return;
    }
    for (const utterance of phrasesOf(words, marks, manner)) {
      if (this.#held) yield this.#held;
      this.#held = utterance;
      this.#isPause = false;
    }
  }
}

function silence(): Utterance {
  return { phonemes: '', text: '', language: 'en', rate: 1, volume: 1, pitch: 1, breakMs: 0, marks: [] };
}

function wordsOf(segment: Extract<Segment, { manner: Manner }>): SpokenWord[] {
  const { language, emphasis } = segment.manner;
  if (segment.kind === 'characters') return spelledWords(segment.text, language);
  const words =
    segment.kind === 'text'
      ? wordsOfText(segment.text, language, pronouncerOf(language))
      : [
          {
            text: segment.text.toLowerCase(),
            written: segment.text,
            letter: false,
            trail: '',
            sounds: segment.sounds,
          },
        ];
  return emphasis ? words.map((word) => ({ ...word, emphasis })) : words;
}

function isSame(a: Manner, b: Manner): boolean {
  return (
    a.language === b.language &&
    a.voice === b.voice &&
    a.rate === b.rate &&
    a.volume === b.volume &&
    a.pitch === b.pitch
  );
}
