import { GrammarError } from '../errors.ts';
import type { GrammarDocument, GrammarFormat } from '../model.ts';
import { walk } from '../walk.ts';
import { printAbnf } from './abnf.ts';
import { printJsgf } from './jsgf.ts';
import { printXml } from './xml.ts';

/**
 * Writes a grammar in any of the three syntaxes, whichever it was read from. What the syntax has no words for is a
 * GrammarError of code `not-expressible`. Reading the result gives the same grammar, up to this:
 *
 * - comments, positions and the spelling of numbers, white space and quotes are not kept;
 * - a weight of 1 may appear or disappear; a choice of one becomes its content;
 * - a language on a group may move to what the group holds;
 * - SRGS demands a language: `und` is written where a JSGF grammar names none;
 * - JSGF has no root: the root becomes the only public rule. It has no meta data, lexicons and base either, which
 *   are left out. Counted repeats become copies.
 */
export function printGrammar(document: GrammarDocument, format: GrammarFormat): string {
  checkDepth(document);
  return PRINTERS[format](document);
}

const PRINTERS = { xml: printXml, abnf: printAbnf, jsgf: printJsgf };

/** Groups in groups. Readers stop at 200; a document written by hand must not overflow the stack of a recursive printer. */
const MAX_DEPTH = 1000;

function checkDepth(document: GrammarDocument): void {
  for (const { name, expansion } of document.rules) {
    const exceeded = () => {
      const reason = `The rule '${name}' nests deeper than ${MAX_DEPTH} levels.`;
      return new GrammarError('limit', reason, { uri: document.uri }, 'depth');
    };
    // What the deepest group holds is one deeper.
    for (const _part of walk(expansion, { depth: MAX_DEPTH + 1, exceeded }));
  }
}
