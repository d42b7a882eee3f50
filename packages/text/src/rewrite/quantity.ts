/** A number that a unit may follow, as it will be written. */
export interface Quantity {
  negative: boolean;
  /** "25", "3.14", "5" of "5 million": without its sign. */
  number: string;
  /** The value where it is whole and has no scale word after it. */
  whole: number | undefined;
  /** "million" of "5 million". */
  scale: string | undefined;
  next: number;
  /** Atoms before this one are number words, not figures. */
  spoken: boolean;
}

/** "1234567" as "1,234,567", with the sign the language has. */
export function grouped(value: number, sign: '.' | ','): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, sign);
}
