const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Names and notes come from clients: what a terminal would obey (colours, the direction of writing) is shown instead. */
export function printable(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`);
}
