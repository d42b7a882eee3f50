import type { ParseStep } from '@locutor/client';

export interface TreeNode {
  readonly kind: 'rule' | 'token' | 'tag';
  readonly text: string;
  readonly children: TreeNode[];
}

/** The tree of a parse, which comes as a flat list. Undefined for an empty one. */
export function treeOf(steps: readonly ParseStep[], withTags: boolean): TreeNode | undefined {
  const top: TreeNode = { kind: 'rule', text: '', children: [] };
  const open = [top];
  for (const { kind, rule, text } of steps) {
    if (kind === 'close') {
      open.pop();
      continue;
    }
    if (kind === 'tag' && !withTags) continue;
    const node: TreeNode = { kind: kind === 'open' ? 'rule' : kind, text: rule ?? text ?? '', children: [] };
    open.at(-1)?.children.push(node);
    if (kind === 'open') open.push(node);
  }
  return top.children[0];
}

export interface Placed {
  readonly node: TreeNode;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly parent: Placed | undefined;
}

export interface Layout {
  readonly nodes: readonly Placed[];
  readonly width: number;
  readonly height: number;
}

const LEVEL = 58;
const GAP = 10;
const HEIGHT = 28;
const LONGEST = 28;

/** Leaves side by side in the order of the text, and each rule over the middle of its own. */
export function layout(root: TreeNode): Layout {
  const nodes: Placed[] = [];
  let right = 0;
  let deepest = 0;
  const put = (
    node: TreeNode,
    depth: number,
  ): { placed: { parent: Placed | undefined } & Placed; middle: number } => {
    const text = node.text.length > LONGEST ? `${node.text.slice(0, LONGEST - 1)}…` : node.text;
    const width = 18 + 7.4 * text.length;
    deepest = Math.max(deepest, depth);
    const from = right;
    const children = node.children.map((child) => put(child, depth + 1));
    const middle =
      children.length === 0 ? from + width / 2 : (children[0]!.middle + children.at(-1)!.middle) / 2;
    // A rule that is wider than all it holds moves what comes after it.
    const start = Math.max(from, middle - width / 2);
    right = Math.max(right, start + width + GAP);
    const placed = { node, text, x: start, y: depth * LEVEL, width, parent: undefined as Placed | undefined };
    for (const child of children) child.placed.parent = placed;
    nodes.push(placed);
    return { placed, middle: start + width / 2 };
  };
  put(root, 0);
  return { nodes, width: Math.max(0, right - GAP), height: deepest * LEVEL + HEIGHT };
}
