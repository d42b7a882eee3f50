import type { ParseStep } from '@locutor/client';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layout, type TreeNode, treeOf } from './tree.ts';

const { node } = fc.letrec<{ node: TreeNode }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.record({
      kind: fc.constantFrom('token' as const, 'tag' as const),
      text: fc.string(),
      children: fc.constant<TreeNode[]>([]),
    }),
    fc.record({
      kind: fc.constant('rule' as const),
      text: fc.string(),
      children: fc.array(tie('node'), { maxLength: 4 }),
    }),
  ),
}));
const tree = fc
  .array(node, { maxLength: 5 })
  .map((children): TreeNode => ({ kind: 'rule', text: 'root', children }));

function stepsOf({ kind, text, children }: TreeNode): ParseStep[] {
  if (kind !== 'rule') return [{ kind, text }];
  return [{ kind: 'open', rule: text, written: text }, ...children.flatMap(stepsOf), { kind: 'close' }];
}

it('makes the tree again that was written as a list', () => {
  fc.assert(
    fc.property(tree, (each) => {
      expect(treeOf(stepsOf(each), true)).toEqual(each);
    }),
  );
  expect(treeOf([], true)).toBeUndefined();
});

it('draws no node over another, and all of them inside', () => {
  fc.assert(
    fc.property(tree, (each) => {
      const { nodes, width, height } = layout(each);
      for (const one of nodes) {
        expect(one.x).toBeGreaterThanOrEqual(0);
        expect(one.x + one.width).toBeLessThanOrEqual(width + 1e-6);
        expect(one.y).toBeLessThan(height);
        for (const other of nodes) {
          if (one === other || one.y !== other.y) continue;
          expect(one.x + one.width <= other.x + 1e-6 || other.x + other.width <= one.x + 1e-6).toBe(true);
        }
      }
    }),
  );
});
