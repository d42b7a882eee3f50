import type { SpokenMark } from '@locutor/contract';

export const MARKS_HEADER = 'x-marks';

/** Clients accept headers of 8 KB and more. */
const MOST_BYTES = 8000;
/** A document that is short enough is spoken whole before it is answered, so that its marks fit into a header. */
const SHORT = 500;
const MARK = /<\s*(?:\w+:)?mark[\s/>]/;

/** Whether the marks of a document can be waited for. */
export function waitsForMarks({ ssml, text }: { readonly ssml: boolean; readonly text: string }): boolean {
  return ssml && text.length <= SHORT && MARK.test(text);
}

/** Whether a document may have marks: then its answer may end with them. */
export function mayHaveMarks({ ssml, text }: { readonly ssml: boolean; readonly text: string }): boolean {
  return ssml && MARK.test(text);
}

/** Marks as the value of a header: JSON in ASCII. Those that do not fit are left out, the last ones first. */
export function marksHeader(marks: readonly SpokenMark[]): string {
  let text = '[';
  for (const { name, ms } of marks) {
    const entry = ascii(JSON.stringify({ name, ms: Math.round(ms) }));
    if (text.length + entry.length + 2 > MOST_BYTES) break;
    text += `${text === '[' ? '' : ','}${entry}`;
  }
  return `${text}]`;
}

function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
