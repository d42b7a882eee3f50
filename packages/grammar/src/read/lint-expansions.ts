import type { Alternatives, Expansion, GrammarDocument, Item } from '../model.ts';
import { isKey, keyWords } from '../words/keys.ts';
import type { LintCode } from './lint.ts';
import { canMatch, isSilent } from './lint-rules.ts';

interface Remark {
  readonly code: LintCode;
  readonly message: string;
}

/** Remarks on one part of a rule, not on the parts inside it. */
export function lintExpansion(
  part: Expansion,
  document: GrammarDocument,
  matchable: ReadonlySet<string>,
  silent: ReadonlySet<string>,
): Remark[] {
  if (part.kind === 'alternatives') {
    return [...lintWeights(part), ...lintChoices(part, matchable)];
  }
  if (part.kind === 'item') return lintRepeat(part, silent);
  if (part.kind === 'token' && document.mode === 'dtmf' && !keyWords(part.text).every(isKey)) {
    return [{ code: 'not-a-key', message: `'${part.text}' is no key: expected 0-9, A-D, '*' or '#'.` }];
  }
  return [];
}

function lintWeights({ choices }: Alternatives): Remark[] {
  const weights = choices.flatMap((choice) => (choice.weight === undefined ? [] : [choice.weight]));
  const remarks: Remark[] = [];
  if (weights.length > 0 && weights.length < choices.length) {
    const message = `${weights.length} of ${choices.length} choices have a weight: the others count as 1.`;
    remarks.push({ code: 'mixed-weights', message });
  }
  const positive = weights.filter((weight) => weight > 0);
  const largest = positive.reduce((a, b) => Math.max(a, b), 0);
  const smallest = positive.reduce((a, b) => Math.min(a, b), largest);
  if (largest / smallest >= 1e6) {
    remarks.push({
      code: 'extreme-weight',
      message: `The weight ${smallest} beside ${largest} is as good as none.`,
    });
  }
  return remarks;
}

function lintChoices({ choices }: Alternatives, matchable: ReadonlySet<string>): Remark[] {
  const remarks: Remark[] = [];
  const seen = new Map<string, number>();
  choices.forEach(({ weight, expansion }, index) => {
    if (weight === 0 || !canMatch(expansion, matchable)) {
      const why = weight === 0 ? 'its weight is 0' : 'it ends in VOID';
      remarks.push({ code: 'unmatchable-choice', message: `Choice ${index + 1} is never taken: ${why}.` });
    }
    const content = JSON.stringify(expansion, (key, value) => (key === 'position' ? undefined : value));
    const earlier = seen.get(content);
    if (earlier === undefined) seen.set(content, index + 1);
    else
      remarks.push({
        code: 'duplicate-choice',
        message: `Choice ${index + 1} says the same as choice ${earlier}.`,
      });
  });
  return remarks;
}

function lintRepeat({ repeat, expansion }: Item, silent: ReadonlySet<string>): Remark[] {
  if (repeat?.max === 0) {
    return [{ code: 'repeat-zero', message: 'What is repeated zero times can be left out.' }];
  }
  if (repeat !== undefined && repeat.max > 1 && isSilent(expansion, silent)) {
    const message = 'The repeated part can match silence, so that its number of turns is open.';
    return [{ code: 'repeat-silence', message }];
  }
  return [];
}
