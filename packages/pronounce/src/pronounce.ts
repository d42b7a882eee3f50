import { pronouncedLanguage } from './languages.ts';
import type { Manner, Segment } from './segment.ts';
import type { Utterance } from './utterance.ts';
import { utterancesOf } from './utterances.ts';

export interface PronounceOptions {
  /** A language tag; see `pronouncedLanguages`. */
  language: string;
  voice?: string;
}

export interface SsmlOptions extends PronounceOptions {
  /** Called for every voice that the document names, before the first phrase: what it throws refuses the document. */
  onVoice?: (name: string) => void;
}

/**
 * The phonemes of a text, phrase by phrase. Each phrase is made when it is asked for, so that synthesis of the first
 * can begin at once.
 */
export function pronounce(text: string, options: PronounceOptions): Generator<Utterance> {
  const manner = mannerOf(options);
  return utterancesOf(paragraphs(text, manner));
}

export function mannerOf({ language, voice }: PronounceOptions): Manner {
  const primary = pronouncedLanguage(language);
  if (!primary) throw new RangeError(`no pronunciation for the language ${language}`);
  return { language: primary, ...(voice && { voice }), rate: 1, volume: 1, pitch: 1 };
}

/** Empty lines end paragraphs. */
function paragraphs(text: string, manner: Manner): Segment[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .flatMap((paragraph): Segment[] => [
      { kind: 'text', text: paragraph, manner },
      { kind: 'end', of: 'paragraph' },
    ]);
}
