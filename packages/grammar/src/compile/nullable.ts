import { CALL, EPSILON, type Network } from './network.ts';

/** 1 for each rule that matches the empty input. */
export function findNullable(network: Network): Uint8Array {
  const rules = network.ruleStart.length;
  const nullable = new Uint8Array(rules);
  const callers: number[][] = Array.from({ length: rules }, () => []);
  for (let state = 0; state < network.states; state++)
    for (let arc = network.firstArc[state]!; arc < network.firstArc[state + 1]!; arc++)
      if (network.arcKind[arc] === CALL) callers[network.arcValue[arc]!]!.push(network.stateRule[state]!);
  const open = Array.from({ length: rules }, (_, rule) => rule);
  const seen = new Int32Array(network.states);
  let round = 0;
  for (let rule = open.pop(); rule !== undefined; rule = open.pop()) {
    if (nullable[rule] || !reachesEnd(network, network.ruleStart[rule]!, nullable, seen, ++round)) continue;
    nullable[rule] = 1;
    for (const caller of callers[rule]!) if (!nullable[caller]) open.push(caller);
  }
  return nullable;
}

/** Whether the end of its rule can be reached from a state without a word. `seen` and `round` are working space. */
export function reachesEnd(
  network: Network,
  from: number,
  nullable: Uint8Array,
  seen: Int32Array,
  round: number,
): boolean {
  const { firstArc, arcKind, arcValue, arcTarget } = network;
  const final = network.ruleFinal[network.stateRule[from]!]!;
  const open = [from];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (state === final) return true;
    if (seen[state] === round) continue;
    seen[state] = round;
    for (let arc = firstArc[state]!; arc < firstArc[state + 1]!; arc++)
      if (arcKind[arc] === EPSILON || (arcKind[arc] === CALL && nullable[arcValue[arc]!]))
        open.push(arcTarget[arc]!);
  }
  return false;
}
