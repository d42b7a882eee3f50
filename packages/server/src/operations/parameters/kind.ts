import type { TSchema } from 'typebox';

/** How one configuration header's text is read. */
export interface Kind<T> {
  /** Completes the sentence "expected …". */
  readonly expected: string;
  /** As the API description shows it; `about` is what all kinds have in common. */
  schema(about: { description: string; default?: unknown }): TSchema;
  /** Undefined when the text does not fit. */
  parse(text: string): T | undefined;
  /** The part of the text that does not fit, where it is not the whole. */
  wrong?(text: string): string | undefined;
}
