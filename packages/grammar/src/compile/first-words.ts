import { ANY, CALL, CALL_NONEMPTY, type Network, WORD } from './network.ts';

/** Per rule the words it can begin with; undefined where that is any word, or too many to list. */
export type FirstWords = readonly (ReadonlySet<number> | undefined)[];

// Beyond this many entries in all, the rules left over are predicted for any word: slower, still right.
const MAX_ENTRIES = 2_000_000;

export function findFirstWords(network: Network, nullable: Uint8Array): FirstWords {
  const rules = network.ruleStart.length;
  const leads = Array.from({ length: rules }, (_, rule) =>
    beginnings(network, network.ruleStart[rule]!, nullable),
  );
  const first: (Set<number> | undefined)[] = new Array(rules);
  let entries = 0;
  for (const component of componentsBottomUp(leads.map((lead) => lead.rules))) {
    const only = component.length === 1 ? leads[component[0]!]! : undefined;
    // A rule that only begins with another shares its set: chains of rules over a long list stay cheap.
    if (
      only &&
      only.words.size === 0 &&
      !only.any &&
      only.rules.length === 1 &&
      only.rules[0] !== component[0]
    ) {
      first[component[0]!] = first[only.rules[0]!];
      continue;
    }
    const words = new Set<number>();
    let any = entries > MAX_ENTRIES;
    const inside = new Set(component);
    for (const rule of component) {
      const lead = leads[rule]!;
      any ||= lead.any;
      for (const called of lead.rules) any ||= !inside.has(called) && first[called] === undefined;
      if (any) break;
      for (const word of lead.words) words.add(word);
      for (const called of lead.rules)
        if (!inside.has(called)) for (const word of first[called]!) words.add(word);
    }
    entries += words.size;
    for (const rule of component) first[rule] = any ? undefined : words;
  }
  return first;
}

/** What a path from a state can begin with: words, rules, or anything. */
export interface Beginnings {
  readonly words: Set<number>;
  readonly rules: number[];
  readonly any: boolean;
}

export function beginnings(network: Network, from: number, nullable: Uint8Array): Beginnings {
  const { firstArc, arcKind, arcValue, arcTarget } = network;
  const words = new Set<number>();
  const rules = new Set<number>();
  const seen = new Set<number>([from]);
  const open = [from];
  let any = false;
  for (let state = open.pop(); state !== undefined; state = open.pop())
    for (let arc = firstArc[state]!; arc < firstArc[state + 1]!; arc++) {
      const kind = arcKind[arc];
      const value = arcValue[arc]!;
      if (kind === WORD) {
        words.add(value);
        continue;
      }
      if (kind === ANY) {
        any = true;
        continue;
      }
      const call = kind === CALL || kind === CALL_NONEMPTY;
      if (call) rules.add(value);
      const target = arcTarget[arc]!;
      if (!seen.has(target) && (!call || (kind === CALL && nullable[value]))) {
        seen.add(target);
        open.push(target);
      }
    }
  return { words, rules: [...rules], any };
}

/** Strongly connected components, those called before their callers (Tarjan, with a stack of its own). */
function componentsBottomUp(calls: readonly (readonly number[])[]): number[][] {
  const order = new Int32Array(calls.length).fill(-1);
  const low = new Int32Array(calls.length);
  const onStack = new Uint8Array(calls.length);
  const next = new Int32Array(calls.length);
  const stack: number[] = [];
  const components: number[][] = [];
  let counter = 0;
  for (let root = 0; root < calls.length; root++) {
    if (order[root] !== -1) continue;
    const path = [root];
    while (path.length > 0) {
      const rule = path[path.length - 1]!;
      if (order[rule] === -1) {
        order[rule] = low[rule] = counter++;
        stack.push(rule);
        onStack[rule] = 1;
      }
      const called = calls[rule]![next[rule]!];
      if (called !== undefined) {
        if (order[called] === -1) path.push(called);
        else {
          if (onStack[called]) low[rule] = Math.min(low[rule]!, low[called]!);
          next[rule]!++;
        }
        continue;
      }
      path.pop();
      if (low[rule] === order[rule]) {
        const component: number[] = [];
        for (let member = -1; member !== rule; ) {
          member = stack.pop()!;
          onStack[member] = 0;
          component.push(member);
        }
        components.push(component);
      }
    }
  }
  return components;
}
