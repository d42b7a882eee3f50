import { stringify } from 'yaml';
import { printable } from '../../common/printable.ts';
import type { InterpretationResult } from '../../operations/results/result.ts';

/** A result for a person: every text with its meanings below it, as a tree. */
export function readable(text: string, { alternatives, result_status }: InterpretationResult): string {
  if (alternatives.length === 0) return `${printable(text)}\n  ${result_status}\n`;
  return alternatives
    .map(({ text: matched, score, lm, interpretations }) => {
      const meanings = interpretations.map((meaning) => indented(tree(meaning)));
      return [`${printable(matched)}  (score ${score}, ${lm})`, ...meanings].join('\n');
    })
    .join('\n')
    .concat('\n');
}

/** Objects and lists come as compact JSON. */
function tree(meaning: string): string {
  if (!/^[{[]/.test(meaning)) return printable(meaning);
  try {
    return stringify(JSON.parse(meaning)).trimEnd();
  } catch {
    return printable(meaning);
  }
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}
