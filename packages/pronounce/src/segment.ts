import type { Emphasis } from './say/spoken-word.ts';

/** How something is said. */
export interface Manner {
  language: string;
  voice?: string;
  rate: number;
  volume: number;
  pitch: number;
  emphasis?: Emphasis;
}

/** A piece of what is to be said: plain text is one of them, SSML is many. */
export type Segment =
  | { kind: 'text'; text: string; manner: Manner }
  /** Letter by letter. */
  | { kind: 'characters'; text: string; manner: Manner }
  /** Given sounds, in the alphabet of the model. */
  | { kind: 'sounds'; sounds: string; text: string; manner: Manner }
  | { kind: 'break'; ms: number }
  | { kind: 'mark'; name: string }
  /** The end of a sentence or a paragraph, whether or not punctuation says so. */
  | { kind: 'end'; of: 'sentence' | 'paragraph' };
