import type { Analysis } from '../compile/analysis.ts';
import type { Network } from '../compile/network.ts';
import { type GrammarLimits, limitReached } from '../limits.ts';
import { doubled } from './growing.ts';
import type { ItemTable } from './item-table.ts';

/** The look-ahead behind the last word. */
export const END = -1;
/** As an edge's arc: the edge stands for a chain of tail calls; its `prev` is a waiter, not an item. */
export const TAIL_CHAIN = -1;

/** Where an edge keeps what, and how many numbers it is. */
export const PREV = 0;
export const CHILD = 1;
export const ARC = 2;
export const NEXT = 3;
export const EDGE = 4;

/** What a chart works on; the table is shared by all charts of a grammar. */
export interface ChartGrammar extends Analysis {
  readonly network: Network;
  readonly isFinal: Uint8Array;
  readonly isIndexed: Uint8Array;
  readonly table: ItemTable;
}

/** The arrays of a chart and how they grow: items, edges with the best derivation of each item, and waiters. */
export class ChartMemory {
  itemState = new Int32Array(64);
  itemOrigin = new Int32Array(64);
  /** The position an item ends at. */
  itemEnd = new Int32Array(64);
  itemEdge = new Int32Array(64);
  /** The best derivation of an item: its cost in millionths of a nat, its edge (-1 where a rule begins), and the first arc its rule takes in it, which decides ties in document order. */
  itemCost = new Float64Array(64);
  itemBest = new Int32Array(64);
  itemLead = new Int32Array(64);
  /** The arc of the best edge, kept here: in the edge it would be a cache miss away, at every tie. */
  protected itemArc = new Int32Array(64);
  items = 0;
  /** Four numbers each, at PREV, CHILD, ARC and NEXT: side by side, because a forest is read in no order and each edge then costs one cache miss, not four. */
  edges = new Int32Array(512);
  edgesEnd = 0;
  waiterItem = new Int32Array(64);
  waiterArc = new Int32Array(64);
  waiterNext = new Int32Array(64);
  /** The last waiter of the chain of tail calls that begins with this one, or -1 before it is known. */
  protected waiterTop = new Int32Array(64);
  /** What the chain from this waiter to its top costs. */
  protected waiterTopCost = new Float64Array(64);
  waiters = 0;
  /**
   * Whether each item had all its edges before it was first a part of another. Then the best derivations kept with the
   * items are final, and no item is part of itself; otherwise a forest works them out again.
   */
  inOrder = true;
  grammar: ChartGrammar;
  #limits: GrammarLimits;
  #itemRoom: number;
  protected edgeRoom: number;
  /** The item whose arcs are being followed. */
  protected current = -1;

  constructor(grammar: ChartGrammar, limits: GrammarLimits) {
    this.grammar = grammar;
    this.#limits = limits;
    this.#itemRoom = Math.min(limits.items, this.itemState.length);
    this.edgeRoom = Math.min(limits.edges * EDGE, this.edges.length);
  }

  /** Empties the chart for another text, keeping its memory. */
  reset(grammar: ChartGrammar, limits: GrammarLimits): void {
    this.grammar = grammar;
    this.#limits = limits;
    this.#itemRoom = Math.min(limits.items, this.itemState.length);
    this.edgeRoom = Math.min(limits.edges * EDGE, this.edges.length);
    this.items = 0;
    this.edgesEnd = 0;
    this.waiters = 0;
    this.inOrder = true;
  }

  newItem(state: number, origin: number, end: number): number {
    if (this.items === this.#itemRoom) this.#growItems();
    const item = this.items++;
    this.itemState[item] = state;
    this.itemOrigin[item] = origin;
    this.itemEnd[item] = end;
    this.itemEdge[item] = -1;
    this.itemCost[item] = Number.POSITIVE_INFINITY;
    this.itemBest[item] = -1;
    this.itemLead[item] = -1;
    return item;
  }

  /** Gives an item all the past of another. */
  protected copyItem(item: number, copy: number): void {
    this.itemEdge[copy] = this.itemEdge[item]!;
    this.itemCost[copy] = this.itemCost[item]!;
    this.itemBest[copy] = this.itemBest[item]!;
    this.itemLead[copy] = this.itemLead[item]!;
    this.itemArc[copy] = this.itemArc[item]!;
  }

  addEdge(item: number, prev: number, child: number, arc: number): void {
    const edge = this.link(item, prev, child, arc);
    const cost = this.itemCost[prev]! + this.grammar.network.arcCost[arc]!;
    const lead = this.itemLead[prev]! === -1 ? arc : this.itemLead[prev]!;
    this.keep(item, edge, child === -1 ? cost : cost + this.itemCost[child]!, lead);
  }

  protected link(item: number, prev: number, child: number, arc: number): number {
    if (this.edgesEnd === this.edgeRoom) this.#growEdges();
    const edge = this.edgesEnd;
    const { edges, itemEdge } = this;
    this.edgesEnd = edge + EDGE;
    edges[edge + PREV] = prev;
    edges[edge + CHILD] = child;
    edges[edge + ARC] = arc;
    edges[edge + NEXT] = itemEdge[item]!;
    itemEdge[item] = edge;
    if (item <= this.current) this.inOrder = false;
    return edge;
  }

  /** Keeps an edge as an item's best if it is. Ties: the choice the rule began with in document order, then the latest one, then the longer first part, which comes first. */
  protected keep(item: number, edge: number, cost: number, lead: number): void {
    const best = this.itemCost[item]!;
    if (cost > best) return;
    const arc = this.edges[edge + ARC]!;
    if (cost === best) {
      const bestLead = this.itemLead[item]!;
      if (lead > bestLead || (lead === bestLead && arc >= this.itemArc[item]!)) return;
    }
    this.itemArc[item] = arc;
    this.itemCost[item] = cost;
    this.itemBest[item] = edge;
    this.itemLead[item] = lead;
  }

  #growItems(): void {
    const { items } = this.#limits;
    if (this.items >= items) throw limitReached('items', `matching needs more than ${items} chart items`);
    this.itemState = doubled(this.itemState);
    this.itemOrigin = doubled(this.itemOrigin);
    this.itemEnd = doubled(this.itemEnd);
    this.itemEdge = doubled(this.itemEdge);
    this.itemBest = doubled(this.itemBest);
    this.itemLead = doubled(this.itemLead);
    this.itemArc = doubled(this.itemArc);
    const costs = new Float64Array(this.itemCost.length * 2);
    costs.set(this.itemCost);
    this.itemCost = costs;
    this.#itemRoom = Math.min(items, this.itemState.length);
  }

  #growEdges(): void {
    const { edges } = this.#limits;
    if (this.edgesEnd >= edges * EDGE)
      throw limitReached(
        'edges',
        `matching needs more than ${edges} chart edges: the grammar is too ambiguous for this text`,
      );
    this.edges = doubled(this.edges);
    this.edgeRoom = Math.min(edges * EDGE, this.edges.length);
  }

  protected growWaiters(): void {
    this.waiterItem = doubled(this.waiterItem);
    this.waiterArc = doubled(this.waiterArc);
    this.waiterNext = doubled(this.waiterNext);
    this.waiterTop = doubled(this.waiterTop);
    const costs = new Float64Array(this.waiterTopCost.length * 2);
    costs.set(this.waiterTopCost);
    this.waiterTopCost = costs;
  }
}
