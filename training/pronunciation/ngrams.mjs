/** Probabilities of rows of numbers: interpolated modified Kneser-Ney, pruned, in the form with back-off weights. */

/** A tree of rows: `child` of a node by token; counts by node. */
class Tree {
  child = new Map();
  tokens = [0];
  parents = [-1];
  depths = [0];
  counts = [0];

  constructor(vocabulary) {
    this.vocabulary = vocabulary;
  }

  find(node, token) {
    return this.child.get(node * this.vocabulary + token);
  }

  step(node, token) {
    const key = node * this.vocabulary + token;
    let next = this.child.get(key);
    if (next === undefined) {
      next = this.counts.length;
      this.child.set(key, next);
      this.tokens.push(token);
      this.parents.push(node);
      this.depths.push(this.depths[node] + 1);
      this.counts.push(0);
    }
    return next;
  }

  row(node) {
    const row = [];
    for (let at = node; at > 0; at = this.parents[at]) row.unshift(this.tokens[at]);
    return row;
  }

  at(row) {
    let node = 0;
    for (const token of row) {
      node = this.find(node, token);
      if (node === undefined) return undefined;
    }
    return node;
  }
}

/**
 * `rows` begin with `start` and end with an end token. `least[n]` is how often a row of n must occur to be kept.
 * Returns the tree with `probability` (natural logarithm) and `backOff` by node, and `kept`.
 */
export function ngrams(rows, order, vocabulary, start, least) {
  const tree = new Tree(vocabulary);
  for (const row of rows)
    for (let from = 0; from < row.length; from++) {
      let node = 0;
      for (let at = from; at < Math.min(row.length, from + order); at++) {
        node = tree.step(node, row[at]);
        tree.counts[node]++;
      }
    }
  const nodes = tree.counts.length;
  // How often a row occurs decides whether it is kept; how many different tokens precede it is what Kneser-Ney counts.
  const seen = Float64Array.from(tree.counts);
  const suffix = new Int32Array(nodes);
  for (let node = 1; node < nodes; node++) {
    const parent = tree.parents[node];
    suffix[node] = parent === 0 ? 0 : tree.find(suffix[parent], tree.tokens[node]);
  }
  const preceded = new Float64Array(nodes);
  for (let node = 1; node < nodes; node++) if (tree.depths[node] > 1) preceded[suffix[node]]++;
  const count = new Float64Array(nodes);
  for (let node = 1; node < nodes; node++) {
    // Nothing precedes the start.
    const first = tree.row(node)[0];
    count[node] = tree.depths[node] === order || first === start ? seen[node] : preceded[node];
  }
  const discounts = discountsOf(tree, count, order, start);
  const total = new Float64Array(nodes);
  const spared = new Float64Array(nodes);
  for (let node = 1; node < nodes; node++) {
    if (tree.tokens[node] === start) continue;
    const d = discounts[tree.depths[node]][Math.min(3, count[node])];
    total[tree.parents[node]] += count[node];
    spared[tree.parents[node]] += Math.min(d, count[node]);
  }
  // Nodes are made shorter rows first along each path, but a suffix may come later: go by depth.
  const byDepth = Array.from({ length: order + 1 }, () => []);
  for (let node = 1; node < nodes; node++) byDepth[tree.depths[node]].push(node);
  const p = new Float64Array(nodes);
  for (const level of byDepth)
    for (const node of level) {
      if (tree.tokens[node] === start) continue;
      const parent = tree.parents[node];
      const d = Math.min(discounts[tree.depths[node]][Math.min(3, count[node])], count[node]);
      const lower = parent === 0 ? 1 / vocabulary : p[suffix[node]];
      p[node] = (count[node] - d) / total[parent] + (spared[parent] / total[parent]) * lower;
    }
  const kept = new Uint8Array(nodes);
  kept[0] = 1;
  for (let depth = order; depth >= 1; depth--)
    for (const node of byDepth[depth]) {
      if (seen[node] >= (least[depth] ?? 1)) kept[node] = 1;
      // What a kept row begins with is kept.
      if (kept[node]) kept[tree.parents[node]] = 1;
    }
  // And what a kept row ends with, or its back-off would not exist.
  for (let depth = order; depth > 1; depth--)
    for (const node of byDepth[depth]) if (kept[node]) keepPath(tree, kept, suffix[node]);
  const high = new Float64Array(nodes);
  const low = new Float64Array(nodes);
  for (let node = 1; node < nodes; node++) {
    if (!kept[node] || tree.tokens[node] === start) continue;
    high[tree.parents[node]] += p[node];
    low[tree.parents[node]] += tree.parents[node] === 0 ? 0 : p[suffix[node]];
  }
  const backOff = new Float64Array(nodes);
  for (let node = 1; node < nodes; node++)
    backOff[node] = Math.log(Math.max(1e-9, 1 - high[node]) / Math.max(1e-9, 1 - low[node]));
  return { tree, kept, backOff, probability: p.map((x) => (x > 0 ? Math.log(x) : -30)), nodes };
}

function keepPath(tree, kept, node) {
  for (let at = node; at > 0 && !kept[at]; at = tree.parents[at]) kept[at] = 1;
}

/** Three discounts an order (Chen and Goodman 1999). */
function discountsOf(tree, count, order, start) {
  const ones = Array.from({ length: order + 1 }, () => [0, 0, 0, 0, 0]);
  for (let node = 1; node < count.length; node++)
    if (tree.tokens[node] !== start && count[node] >= 1 && count[node] <= 4)
      ones[tree.depths[node]][count[node]]++;
  return ones.map(([, n1, n2, n3, n4]) => {
    const y = n1 / (n1 + 2 * n2) || 0.5;
    const d = (k, a, b) => (a > 0 ? Math.max(0, Math.min(k, k - (k + 1) * y * (b / a))) : y);
    return [0, d(1, n1, n2), d(2, n2, n3), d(3, n3, n4)];
  });
}
