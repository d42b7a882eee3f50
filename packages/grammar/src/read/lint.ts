import type { Expansion, GrammarDocument, Position, Rule } from '../model.ts';
import { tagKind } from '../tag-format.ts';
import { walk } from '../walk.ts';
import { lintExpansion } from './lint-expansions.ts';
import { canMatchNothing, matchableRules, referencedRules } from './lint-rules.ts';

/** Something a grammar may say but its author hardly meant. */
export interface LintFinding extends Partial<Position> {
  readonly code: LintCode;
  readonly message: string;
  /** The rule it is in; undefined where it concerns the whole grammar. */
  readonly rule?: string;
}

/**
 * | code | when |
 * |---|---|
 * | `example-mismatch` | an example is not matched by its own rule |
 * | `nothing-active` | no root and no public rule |
 * | `unused-rule` | a private rule that nothing active refers to |
 * | `unmatchable-rule` | no sentence can match: it ends in VOID or refers to itself for ever |
 * | `unmatchable-choice` | a choice no sentence can take |
 * | `duplicate-choice` | two choices of one set say the same |
 * | `mixed-weights` | some choices of a set have a weight and some do not |
 * | `extreme-weight` | a choice is a million times less likely than another |
 * | `repeat-zero` | what is repeated zero times can be left out |
 * | `repeat-silence` | more turns of something that can match silence mean the same |
 * | `tag-format` | tags look like scripts but no format is declared, or the format is one that is not run |
 * | `not-a-key` | a token of a DTMF grammar is no key |
 */
export type LintCode =
  | 'example-mismatch'
  | 'nothing-active'
  | 'unused-rule'
  | 'unmatchable-rule'
  | 'unmatchable-choice'
  | 'duplicate-choice'
  | 'mixed-weights'
  | 'extreme-weight'
  | 'repeat-zero'
  | 'repeat-silence'
  | 'tag-format'
  | 'not-a-key';

export interface LintOptions {
  /** Whether a rule matches a sentence: examples are checked only where it is given. */
  readonly matches?: (rule: string, sentence: string) => boolean | Promise<boolean>;
}

/** Warnings about a grammar that can be read, in document order. */
export async function lintGrammar(
  document: GrammarDocument,
  options: LintOptions = {},
): Promise<LintFinding[]> {
  const findings: LintFinding[] = [...lintActivation(document), ...lintTagFormat(document)];
  const matchable = matchableRules(document);
  const silent = canMatchNothing(document);
  for (const rule of document.rules) {
    if (!matchable.has(rule.name)) {
      findings.push(finding('unmatchable-rule', `The rule '${rule.name}' can match no sentence.`, rule));
    }
    for (const part of walk(rule.expansion)) {
      for (const { code, message } of lintExpansion(part, document, matchable, silent)) {
        findings.push(finding(code, message, rule, part));
      }
    }
    findings.push(...(await lintExamples(rule, options)));
  }
  return findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

function finding(code: LintCode, message: string, rule: Rule, part?: Expansion): LintFinding {
  const position = part && 'position' in part ? part.position : undefined;
  return { code, message, rule: rule.name, ...(position ?? rule.position) };
}

function lintActivation(document: GrammarDocument): LintFinding[] {
  const active = document.rules.filter((rule) => rule.scope === 'public' || rule.name === document.root);
  if (active.length === 0) {
    const message = 'The grammar has no root and no public rule: nothing in it can be used.';
    return [{ code: 'nothing-active', message, line: 1, column: 1 }];
  }
  const used = referencedRules(document, active);
  return document.rules
    .filter((rule) => !used.has(rule.name))
    .map((rule) => finding('unused-rule', `No public rule uses the rule '${rule.name}'.`, rule));
}

function lintTagFormat(document: GrammarDocument): LintFinding[] {
  const { tagFormat } = document;
  const isRun = tagFormat !== undefined && tagKind(document) !== 'ignored';
  if (document.format === 'jsgf' || isRun) return [];
  for (const rule of document.rules) {
    for (const part of walk(rule.expansion)) {
      if (part.kind !== 'tag') continue;
      if (tagFormat !== undefined) {
        return [finding('tag-format', `Tags of the format '${tagFormat}' are kept but not run.`, rule, part)];
      }
      if (/\bout\b|\brules\b|;\s*$/.test(part.text)) {
        const message =
          "The tag looks like a script but is taken as text: declare the tag format 'semantics/1.0'.";
        return [finding('tag-format', message, rule, part)];
      }
    }
  }
  return [];
}

async function lintExamples(rule: Rule, { matches }: LintOptions): Promise<LintFinding[]> {
  const findings: LintFinding[] = [];
  if (!matches) return findings;
  for (const example of rule.examples) {
    if (await matches(rule.name, example)) continue;
    findings.push(
      finding('example-mismatch', `The rule '${rule.name}' does not match its example '${example}'.`, rule),
    );
  }
  return findings;
}
