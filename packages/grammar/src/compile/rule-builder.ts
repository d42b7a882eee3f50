import { type GrammarLimits, limitReached } from '../limits.ts';
import type { Alternatives, Expansion, Repeat, RuleReference, Tag, Token } from '../model.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { ANY, CALL, CALL_NONEMPTY, costOf, EPSILON, GARBAGE_COST, WORD } from './network.ts';
import type { NetworkBuilder } from './network-builder.ts';
import { isGarbage, isSolid, isWordless } from './repeats.ts';

/** What the rule being built is, and where its references lead. */
export interface RuleContext {
  readonly document: number;
  readonly rule: number;
  /** The output of a call: its index, and the rule it enters. */
  readonly call: (reference: RuleReference) => { readonly output: number; readonly rule: number };
}

/**
 * Builds the automaton of one rule. Every `#build` lays paths from one state to another; the cost it is given
 * goes on the first arc of each, so that a choice costs no arc of its own and a list of 50,000 names is 50,000
 * arcs of one state, which the matcher looks up by word.
 */
export class RuleBuilder {
  readonly #network: NetworkBuilder;
  readonly #vocabulary: Vocabulary;
  readonly #limits: GrammarLimits;
  readonly #context: RuleContext;
  #tags = 0;

  constructor(network: NetworkBuilder, vocabulary: Vocabulary, limits: GrammarLimits, context: RuleContext) {
    this.#network = network;
    this.#vocabulary = vocabulary;
    this.#limits = limits;
    this.#context = context;
  }

  build(expansion: Expansion): void {
    const { rule } = this.#context;
    this.#build(expansion, this.#network.start(rule), this.#network.final(rule), 0);
  }

  #build(expansion: Expansion, from: number, to: number, cost: number): void {
    switch (expansion.kind) {
      case 'token':
        this.#token(expansion, from, to, cost);
        break;
      case 'tag':
        this.#network.arc(from, EPSILON, -1, to, cost, this.#tagOutput(expansion));
        break;
      case 'reference':
        this.#call(expansion, from, to, cost, CALL);
        break;
      case 'sequence':
        this.#sequence(expansion.items, from, to, cost);
        break;
      case 'alternatives':
        this.#alternatives(expansion, from, to, cost);
        break;
      case 'item':
        if (expansion.repeat) this.#repeated(expansion.expansion, expansion.repeat, from, to, cost);
        else this.#build(expansion.expansion, from, to, cost);
        break;
      case 'special':
        if (expansion.name === 'NULL') this.#skip(from, to, cost);
        else if (expansion.name === 'GARBAGE') this.#garbage(from, to, cost);
    }
  }

  #skip(from: number, to: number, cost: number): void {
    this.#network.arc(from, EPSILON, -1, to, cost);
  }

  #state(like: number): number {
    return this.#network.state(this.#network.ruleOf(like));
  }

  #token(token: Token, from: number, to: number, cost: number): void {
    const output = this.#network.tokenOutput(token.text);
    for (const words of this.#vocabulary.enterToken(token.text)) {
      let state = from;
      words.forEach((word, i) => {
        const last = i === words.length - 1;
        const next = last ? to : this.#state(from);
        this.#network.arc(state, WORD, word, next, i === 0 ? cost : 0, last ? output : -1);
        state = next;
      });
    }
  }

  #call(reference: RuleReference, from: number, to: number, cost: number, kind: number): void {
    const { output, rule } = this.#context.call(reference);
    this.#network.arc(from, kind, rule, to, cost, output);
  }

  #tagOutput(tag: Tag): number {
    const { document, rule } = this.#context;
    return this.#network.output({
      kind: 'tag',
      text: tag.text,
      document,
      rule,
      index: this.#tags++,
      position: tag.position,
    });
  }

  #sequence(items: readonly Expansion[], from: number, to: number, cost: number): void {
    if (items.length === 0) this.#skip(from, to, cost);
    let state = from;
    items.forEach((item, i) => {
      const next = i === items.length - 1 ? to : this.#state(from);
      this.#build(item, state, next, i === 0 ? cost : 0);
      state = next;
    });
  }

  #alternatives(alternatives: Alternatives, from: number, to: number, cost: number): void {
    const choices = alternatives.choices.filter((choice) => choice.weight !== 0);
    const total = choices.reduce((sum, choice) => sum + (choice.weight ?? 1), 0);
    for (const choice of choices)
      this.#build(choice.expansion, from, to, cost + costOf((choice.weight ?? 1) / total));
  }

  #garbage(from: number, to: number, cost: number): void {
    const inside = this.#state(from);
    this.#skip(from, inside, cost);
    this.#network.arc(inside, ANY, -1, inside, GARBAGE_COST);
    this.#skip(inside, to, 0);
  }

  #repeated(body: Expansion, repeat: Repeat, from: number, to: number, cost: number): void {
    const { min, max, probability } = repeat;
    if (max === 0) this.#skip(from, to, cost);
    else if ((min === 1 && max === 1) || isWordless(body) || isGarbage(body))
      this.#build(body, from, to, cost);
    else {
      const goOn = probability === undefined ? 0 : costOf(probability);
      const stop = probability === undefined ? 0 : costOf(1 - probability);
      this.#turnsOf(body, min, max, goOn, stop, from, to, cost);
    }
  }

  #turnsOf(
    body: Expansion,
    min: number,
    max: number,
    goOn: number,
    stop: number,
    from: number,
    to: number,
    cost: number,
  ): void {
    const bound = Number.isFinite(max) ? max : min;
    if (bound > this.#limits.repeat)
      throw limitReached('repeat', `a repeat of ${bound} times is above the limit of ${this.#limits.repeat}`);
    const turn = this.#turns(body, bound > 1);
    let state = from;
    let entry = cost;
    for (let done = 0; done < min; done++) {
      const next = done === max - 1 ? to : this.#state(from);
      turn(state, next, entry, CALL);
      entry = 0;
      state = next;
    }
    if (max === Number.POSITIVE_INFINITY) {
      if (state === from) {
        // A loop needs a state of its own: back in `from`, the path could leave through another choice.
        state = this.#state(from);
        this.#skip(from, state, entry);
      }
      turn(state, state, goOn, CALL_NONEMPTY);
      this.#skip(state, to, stop);
      return;
    }
    for (let done = min; done < max; done++) {
      const next = done === max - 1 ? to : this.#state(from);
      turn(state, next, entry + goOn, CALL_NONEMPTY);
      this.#skip(state, to, entry + stop);
      entry = 0;
      state = next;
    }
  }

  /** How one turn of a repeat is laid: a body used several times becomes a rule of its own, so that repeats inside repeats add up instead of multiplying. */
  #turns(body: Expansion, several: boolean): (from: number, to: number, cost: number, kind: number) => void {
    if (body.kind === 'token') return (from, to, cost) => this.#token(body, from, to, cost);
    if (body.kind === 'reference') return (from, to, cost, kind) => this.#call(body, from, to, cost, kind);
    if (!several && isSolid(body)) return (from, to, cost) => this.#build(body, from, to, cost);
    const shared = this.#network.rule();
    this.#build(body, this.#network.start(shared), this.#network.final(shared), 0);
    return (from, to, cost, kind) => this.#network.arc(from, kind, shared, to, cost);
  }
}
