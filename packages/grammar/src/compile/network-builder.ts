import { type GrammarLimits, limitReached } from '../limits.ts';
import type { Network, Output } from './network.ts';

/** Collects states, arcs and outputs while rules are built, in any order, and lays them out as a network. */
export class NetworkBuilder {
  readonly outputs: Output[] = [];
  readonly #limits: GrammarLimits;
  readonly #from: number[] = [];
  readonly #kind: number[] = [];
  readonly #value: number[] = [];
  readonly #target: number[] = [];
  readonly #cost: number[] = [];
  readonly #output: number[] = [];
  readonly #stateRule: number[] = [];
  readonly #ruleStart: number[] = [];
  readonly #ruleFinal: number[] = [];
  readonly #tokenOutputs = new Map<string, number>();

  constructor(limits: GrammarLimits) {
    this.#limits = limits;
  }

  /** A new rule with its two states. */
  rule(): number {
    const rule = this.#ruleStart.length;
    if (rule >= this.#limits.rules)
      throw limitReached('rules', `the grammar has more than ${this.#limits.rules} rules`);
    this.#ruleStart.push(this.state(rule));
    this.#ruleFinal.push(this.state(rule));
    return rule;
  }

  start(rule: number): number {
    return this.#ruleStart[rule]!;
  }

  final(rule: number): number {
    return this.#ruleFinal[rule]!;
  }

  state(rule: number): number {
    return this.#stateRule.push(rule) - 1;
  }

  ruleOf(state: number): number {
    return this.#stateRule[state]!;
  }

  arc(from: number, kind: number, value: number, target: number, cost: number, output = -1): void {
    if (this.#from.length >= this.#limits.arcs)
      throw limitReached('arcs', `the grammar needs more than ${this.#limits.arcs} arcs`);
    this.#from.push(from);
    this.#kind.push(kind);
    this.#value.push(value);
    this.#target.push(target);
    this.#cost.push(cost);
    this.#output.push(output);
  }

  tokenOutput(text: string): number {
    let index = this.#tokenOutputs.get(text);
    if (index === undefined) {
      index = this.output({ kind: 'token', text });
      this.#tokenOutputs.set(text, index);
    }
    return index;
  }

  output(output: Output): number {
    return this.outputs.push(output) - 1;
  }

  finish(): Network {
    const states = this.#stateRule.length;
    const arcs = this.#from.length;
    const firstArc = new Int32Array(states + 1);
    for (const from of this.#from) firstArc[from + 1]!++;
    for (let state = 0; state < states; state++) firstArc[state + 1]! += firstArc[state]!;
    const next = firstArc.slice();
    // Counting sort by state; it is stable, so arcs keep their document order.
    const order = new Int32Array(arcs);
    for (let arc = 0; arc < arcs; arc++) order[next[this.#from[arc]!]!++] = arc;
    const laidOut = <Numbers extends Uint8Array | Int32Array | Float64Array>(
      values: readonly number[],
      into: Numbers,
    ) => {
      // Not `from` with a function, which takes 20 times as long.
      for (let place = 0; place < arcs; place++) into[place] = values[order[place]!]!;
      return into;
    };
    return {
      states,
      arcs,
      firstArc,
      arcKind: laidOut(this.#kind, new Uint8Array(arcs)),
      arcValue: laidOut(this.#value, new Int32Array(arcs)),
      arcTarget: laidOut(this.#target, new Int32Array(arcs)),
      arcCost: laidOut(this.#cost, new Float64Array(arcs)),
      arcOutput: laidOut(this.#output, new Int32Array(arcs)),
      stateRule: Int32Array.from(this.#stateRule),
      ruleStart: Int32Array.from(this.#ruleStart),
      ruleFinal: Int32Array.from(this.#ruleFinal),
      outputs: this.outputs,
    };
  }
}
