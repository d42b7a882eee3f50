import { CompiledGrammar } from '../compiled-grammar.ts';
import { GrammarError } from '../errors.ts';
import { defaultLimits, type GrammarLimits, limitReached } from '../limits.ts';
import { TagPrograms } from '../meaning/tag-programs.ts';
import type { GrammarDocument, RuleReference } from '../model.ts';
import { walk } from '../walk.ts';
import type { WordOptions } from '../words/options.ts';
import { Vocabulary } from '../words/vocabulary.ts';
import { analyse } from './analysis.ts';
import {
  type LinkedDocument,
  LinkedGrammar,
  type LinkedRule,
  type ResolveDocument,
  rootName,
} from './link.ts';
import { CALL } from './network.ts';
import { NetworkBuilder } from './network-builder.ts';
import { RuleBuilder } from './rule-builder.ts';

export interface CompileOptions {
  /** Finds the documents that references name. Without it a grammar must stand alone. */
  readonly resolve?: ResolveDocument;
  /** Public rules to activate together, instead of the root. */
  readonly rules?: readonly string[];
  readonly limits?: Partial<GrammarLimits>;
  /** How words are compared. */
  readonly words?: WordOptions;
}

interface PlannedRule extends LinkedRule {
  readonly id: number;
  readonly targets: Map<RuleReference, PlannedRule>;
}

/**
 * Makes a grammar matchable: loads and links the documents it refers to, checks them, and compiles what its
 * active rules can reach.
 *
 * ```ts
 * const grammar = await compileGrammar(readGrammar(source, { uri: 'file:///grammars/order.grxml' }), { resolve });
 * const { matches } = await grammar.match('two large pizzas please');
 * ```
 */
export async function compileGrammar(
  source: GrammarDocument,
  options: CompileOptions = {},
): Promise<CompiledGrammar> {
  const limits = { ...defaultLimits, ...options.limits };
  const linked = new LinkedGrammar(options.resolve, limits);
  const document = linked.add(source);
  const network = new NetworkBuilder(limits);
  const entry = network.rule();
  const plan = new RulePlan(linked, network, limits);
  const active = activeRules(document, options.rules).map((rule) => plan.rule({ document, rule }));
  await plan.follow();

  const vocabulary = new Vocabulary(source.mode, options.words ?? {});
  for (const { rule, id } of active)
    network.arc(
      network.start(entry),
      CALL,
      id,
      network.final(entry),
      0,
      network.output(call(rule.name, rule.name, id)),
    );
  for (const { rule, document, id, targets } of plan.rules)
    new RuleBuilder(network, vocabulary, limits, {
      document: document.index,
      rule: id,
      call: (reference) => {
        const target = targets.get(reference)!;
        return {
          rule: target.id,
          output: network.output(call(target.rule.name, written(reference), target.id)),
        };
      },
    }).build(rule.expansion);

  const built = network.finish();
  const tags = await TagPrograms.prepare(linked.documents, built, limits);
  return new CompiledGrammar(built, analyse(built), vocabulary, tags, limits);
}

/** The rules a match may begin with. */
function activeRules({ source, rules }: LinkedDocument, names: readonly string[] | undefined) {
  const root = rootName(source);
  if (!names && root !== undefined) return [rules.get(root)!];
  const chosen = names
    ? names.map((name) => rules.get(name) ?? name)
    : source.rules.filter((rule) => rule.scope === 'public');
  if (chosen.length === 0)
    throw new GrammarError('invalid', 'the grammar has neither a root nor a public rule', {
      uri: source.uri,
    });
  return chosen.map((rule) => {
    if (typeof rule === 'string')
      throw new GrammarError('undefined-rule', `the rule "${rule}" is not defined`, { uri: source.uri });
    if (rule.scope === 'private' && rule.name !== root)
      throw new GrammarError('undefined-rule', `the rule "${rule.name}" is private`, { uri: source.uri });
    return rule;
  });
}

/** The rules reached so far, numbered, and those whose references are still to be followed. */
class RulePlan {
  readonly rules: PlannedRule[] = [];
  readonly #byDocument = new Map<LinkedDocument, Map<string, PlannedRule>>();
  readonly #linked: LinkedGrammar;
  readonly #network: NetworkBuilder;
  readonly #limits: GrammarLimits;

  constructor(linked: LinkedGrammar, network: NetworkBuilder, limits: GrammarLimits) {
    this.#linked = linked;
    this.#network = network;
    this.#limits = limits;
  }

  rule({ document, rule }: LinkedRule): PlannedRule {
    let named = this.#byDocument.get(document);
    if (!named) {
      named = new Map();
      this.#byDocument.set(document, named);
    }
    let planned = named.get(rule.name);
    if (!planned) {
      planned = { document, rule, id: this.#network.rule(), targets: new Map() };
      named.set(rule.name, planned);
      this.rules.push(planned);
    }
    return planned;
  }

  async follow(): Promise<void> {
    const { nesting } = this.#limits;
    const reason = `a rule nests more than ${nesting} groups inside each other`;
    const limit = { depth: nesting, exceeded: () => limitReached('nesting', reason) };
    // Grows while it is walked.
    for (const planned of this.rules)
      for (const part of walk(planned.rule.expansion, limit)) {
        if (part.kind !== 'reference') continue;
        const target = await this.#linked.target(planned, part.target, part.position);
        planned.targets.set(part, this.rule(target));
      }
  }
}

function call(name: string, written: string, rule: number) {
  return { kind: 'call', name, written, rule } as const;
}

function written({ target }: RuleReference): string {
  if (target.kind !== 'external') return target.name;
  return `<${target.uri}${target.fragment === undefined ? '' : `#${target.fragment}`}>`;
}
