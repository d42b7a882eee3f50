import { GrammarError } from '../errors.ts';
import { formatNames } from '../format-names.ts';
import type { GrammarDocument, GrammarFormat, Position, RuleReference } from '../model.ts';
import { forbiddenCharacter, specialRuleNames, srgsRuleName } from '../read/characters.ts';

export function notExpressible(format: GrammarFormat, what: string, position?: Position): GrammarError {
  return new GrammarError('not-expressible', `${formatNames[format]} cannot express ${what}.`, {
    ...position,
  });
}

/** Text with characters that no grammar may hold cannot be printed in any syntax. */
export function printable(format: GrammarFormat, text: string, position?: Position): string {
  const bad = forbiddenCharacter.exec(text)?.[0];
  if (bad === undefined) return text;
  const code = bad.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw notExpressible(format, `the character U+${code}`, position);
}

export function checkSrgsRuleNames(document: GrammarDocument, format: 'xml' | 'abnf'): void {
  for (const rule of document.rules) {
    if (!srgsRuleName.test(rule.name) || specialRuleNames.has(rule.name)) {
      throw notExpressible(format, `the rule name '${rule.name}'`, rule.position);
    }
  }
}

/** `#rule`, `grammar` or `grammar#rule`. */
export function srgsUriReference(reference: RuleReference, format: 'xml' | 'abnf'): string {
  const { target, position } = reference;
  if (target.kind === 'imported') {
    throw notExpressible(format, `the reference '<${target.name}>' through a JSGF import`, position);
  }
  if (target.kind === 'local') return `#${target.name}`;
  return target.fragment === undefined ? target.uri : `${target.uri}#${target.fragment}`;
}

/** SRGS demands a language of a voice grammar; `und` is BCP 47's "undetermined". */
export function srgsLanguage(document: GrammarDocument): string | undefined {
  return document.language ?? (document.mode === 'voice' ? 'und' : undefined);
}

/** SRGS numbers have no exponents: 1e-7 is written 0.0000001. */
export function plainNumber(value: number): string {
  const [digits, exponent] = String(value).split('e');
  if (exponent === undefined) return digits!;
  const [whole, fraction = ''] = digits!.split('.');
  const shift = Number(exponent);
  if (shift < 0) return `0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return `${whole}${fraction.padEnd(shift, '0')}`;
}
