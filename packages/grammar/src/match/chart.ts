import type { Analysis } from '../compile/analysis.ts';
import { ANY, CALL_NONEMPTY, EPSILON, type Network, WORD } from '../compile/network.ts';
import { type GrammarLimits, limitReached } from '../limits.ts';
import { doubled } from './growing.ts';
import type { ItemTable } from './item-table.ts';

/** The look-ahead behind the last word. */
export const END = -1;
/** As an edge's arc: the edge stands for a chain of tail calls; its `prev` is a waiter, not an item. */
export const TAIL_CHAIN = -1;

/** What a chart works on; the table is shared by all charts of a grammar. */
export interface ChartGrammar extends Analysis {
  readonly network: Network;
  readonly isFinal: Uint8Array;
  readonly isIndexed: Uint8Array;
  readonly table: ItemTable;
}

/** A column once its look-ahead is known: which items wait for which rule there. */
interface Column {
  readonly position: number;
  /** By rule: the latest waiter, which links to those before it. */
  readonly waiting: Map<number, number>;
}

/**
 * An Earley chart that keeps the packed forest of everything it finds, in flat arrays.
 *
 * - An **item** is a state of the network and the column in which its rule began. Items with the same state,
 *   origin and end are one: that is the packing. A finished rule is the item of its final state.
 * - An **edge** is one way an item came about: from the item before it (`prev`), over an arc, with a finished
 *   rule (`child`) where the arc is a call. Edges of an item are a linked list that shares its tail, so that a
 *   column expanded for two different next words copies its items and not their history.
 * - A **waiter** is an item and a call arc of it. A rule that finishes moves its waiters on.
 *
 * Columns are expanded with one word of look-ahead, so that only rules which can begin with the next word are
 * entered. Nothing already built ever changes: states are values, and beams share their past.
 */
export class Chart {
  itemState = new Int32Array(64);
  itemOrigin = new Int32Array(64);
  /** The position an item ends at. */
  itemEnd = new Int32Array(64);
  itemEdge = new Int32Array(64);
  items = 0;
  edgePrev = new Int32Array(128);
  edgeChild = new Int32Array(128);
  edgeArc = new Int32Array(128);
  edgeNext = new Int32Array(128);
  edges = 0;
  waiterItem = new Int32Array(64);
  waiterArc = new Int32Array(64);
  waiterNext = new Int32Array(64);
  /** Where a waiter was moved to in the column under construction, and which column that was. */
  #waiterMoved = new Int32Array(64);
  #waiterColumn = new Int32Array(64);
  /** The last waiter of the chain of tail calls that begins with this one, or -1 before it is known. */
  #waiterTop = new Int32Array(64);
  waiters = 0;
  tailChains = 0;
  readonly grammar: ChartGrammar;
  readonly #limits: GrammarLimits;
  readonly #columns: Column[] = [];
  readonly #scans: number[] = [];
  #itemRoom: number;
  #edgeRoom: number;
  #column = 0;
  #position = 0;

  constructor(grammar: ChartGrammar, limits: GrammarLimits) {
    this.grammar = grammar;
    this.#limits = limits;
    this.#itemRoom = Math.min(limits.items, this.itemState.length);
    this.#edgeRoom = Math.min(limits.edges, this.edgePrev.length);
  }

  /**
   * Expands the column whose first items are `from` to `to` for the word that follows, and returns the first item
   * of the next column (`this.items` ends it). With END no column follows: the item that spans everything is
   * returned, or -1.
   */
  expand(from: number, to: number, position: number, word: number): number {
    const { network, isFinal, isIndexed, index, table } = this.grammar;
    this.#column = this.#columns.push({ position, waiting: new Map() }) - 1;
    this.#position = position;
    this.#scans.length = 0;
    table.clear();
    const begin = this.items;
    for (let item = from; item < to; item++) {
      const copy = this.#add(this.itemState[item]!, this.itemOrigin[item]!);
      this.itemEdge[copy] = this.itemEdge[item]!;
    }
    if (position === 0) this.#find(network.ruleStart[0]!, this.#column);
    for (let item = begin; item < this.items; item++) {
      const state = this.itemState[item]!;
      if (isFinal[state]) this.#complete(item);
      else if (isIndexed[state]) {
        const { byWord, always } = index.get(state)!;
        for (const arc of byWord.get(word) ?? []) this.#follow(item, arc, word);
        for (const arc of always) this.#follow(item, arc, word);
      } else
        for (let arc = network.firstArc[state]!, end = network.firstArc[state + 1]!; arc < end; arc++)
          this.#follow(item, arc, word);
    }
    if (word === END) return this.#spanning(begin);
    return this.#scan();
  }

  /** The waiters of a rule in a column: the latest, or -1. */
  waiting(column: number, rule: number): number {
    return this.#columns[column]!.waiting.get(rule) ?? -1;
  }

  #follow(item: number, arc: number, word: number): void {
    const { network, first, nullable, table } = this.grammar;
    const kind = network.arcKind[arc]!;
    if (kind === WORD) {
      if (network.arcValue[arc] === word) this.#scans.push(item, arc);
    } else if (kind === EPSILON) {
      this.addEdge(this.#find(network.arcTarget[arc]!, this.itemOrigin[item]!), item, -1, arc);
    } else if (kind === ANY) {
      if (word !== END) this.#scans.push(item, arc);
    } else {
      const rule = network.arcValue[arc]!;
      const empty = nullable[rule] === 1;
      if (!empty || kind === CALL_NONEMPTY) {
        if (word === END) return;
        const words = first[rule];
        if (words && !words.has(word)) return;
      }
      const waiter = this.#wait(item, arc, rule);
      this.#find(network.ruleStart[rule]!, this.#column);
      if (!empty || kind === CALL_NONEMPTY) return;
      // Finished already, empty, before this waiter came: it would be missed. Not yet looked at: it will not.
      const finished = table.find(this, network.ruleFinal[rule]!, this.#column);
      if (finished !== -1 && finished < item) this.#move(waiter, finished);
    }
  }

  #complete(item: number): void {
    const { network, tail } = this.grammar;
    const origin = this.itemOrigin[item]!;
    const first = this.waiting(origin, network.stateRule[this.itemState[item]!]!);
    if (first === -1) return;
    const empty = origin === this.#column;
    if (!empty && this.waiterNext[first] === -1 && tail[network.arcTarget[this.waiterArc[first]!]!]) {
      const top = this.#topOf(first);
      const ended = this.waiterItem[top]!;
      const rule = network.stateRule[this.itemState[ended]!]!;
      this.tailChains++;
      this.addEdge(this.#find(network.ruleFinal[rule]!, this.itemOrigin[ended]!), first, item, TAIL_CHAIN);
      return;
    }
    for (let waiter = first; waiter !== -1; waiter = this.waiterNext[waiter]!)
      if (!empty || network.arcKind[this.waiterArc[waiter]!] !== CALL_NONEMPTY) this.#move(waiter, item);
  }

  /**
   * Leo's observation: where one single item waits for a rule, and that rule is the last thing it waits for, its
   * own end is certain, and so on upwards. The chain is remembered by its top and only unrolled where the forest
   * is read, which makes right recursion linear (1,000 words: 155 ms without, see bench/grammar).
   */
  #topOf(first: number): number {
    const { network, tail } = this.grammar;
    let top = first;
    while (this.#waiterTop[top] === -1) {
      const item = this.waiterItem[top]!;
      const next = this.waiting(this.itemOrigin[item]!, network.stateRule[this.itemState[item]!]!);
      if (next === -1 || this.waiterNext[next] !== -1 || !tail[network.arcTarget[this.waiterArc[next]!]!])
        break;
      top = next;
    }
    const known = this.#waiterTop[top]! === -1 ? top : this.#waiterTop[top]!;
    for (let waiter = first; waiter !== top; ) {
      this.#waiterTop[waiter] = known;
      const item = this.waiterItem[waiter]!;
      waiter = this.waiting(this.itemOrigin[item]!, network.stateRule[this.itemState[item]!]!);
    }
    this.#waiterTop[top] = known;
    return known;
  }

  #move(waiter: number, child: number): void {
    const item = this.waiterItem[waiter]!;
    const arc = this.waiterArc[waiter]!;
    if (this.#waiterColumn[waiter] !== this.#column) {
      this.#waiterColumn[waiter] = this.#column;
      this.#waiterMoved[waiter] = this.#find(this.grammar.network.arcTarget[arc]!, this.itemOrigin[item]!);
    }
    this.addEdge(this.#waiterMoved[waiter]!, item, child, arc);
  }

  #wait(item: number, arc: number, rule: number): number {
    if (this.waiters === this.waiterItem.length) this.#growWaiters();
    const { waiting } = this.#columns[this.#column]!;
    const waiter = this.waiters++;
    this.waiterItem[waiter] = item;
    this.waiterArc[waiter] = arc;
    this.waiterNext[waiter] = waiting.get(rule) ?? -1;
    this.#waiterColumn[waiter] = -1;
    this.#waiterTop[waiter] = -1;
    waiting.set(rule, waiter);
    return waiter;
  }

  /** The items behind the word just read. */
  #scan(): number {
    const { network, table } = this.grammar;
    const begin = this.items;
    this.#position++;
    table.clear();
    for (let i = 0; i < this.#scans.length; i += 2) {
      const item = this.#scans[i]!;
      const arc = this.#scans[i + 1]!;
      this.addEdge(this.#find(network.arcTarget[arc]!, this.itemOrigin[item]!), item, -1, arc);
    }
    return begin;
  }

  #spanning(begin: number): number {
    const final = this.grammar.network.ruleFinal[0]!;
    for (let item = begin; item < this.items; item++) if (this.itemState[item] === final) return item;
    return -1;
  }

  #find(state: number, origin: number): number {
    const item = this.grammar.table.find(this, state, origin);
    return item !== -1 ? item : this.#add(state, origin);
  }

  #add(state: number, origin: number): number {
    const item = this.newItem(state, origin, this.#position);
    this.grammar.table.add(this, item);
    return item;
  }

  newItem(state: number, origin: number, end: number): number {
    if (this.items === this.#itemRoom) this.#growItems();
    const item = this.items++;
    this.itemState[item] = state;
    this.itemOrigin[item] = origin;
    this.itemEnd[item] = end;
    this.itemEdge[item] = -1;
    return item;
  }

  addEdge(item: number, prev: number, child: number, arc: number): void {
    if (this.edges === this.#edgeRoom) this.#growEdges();
    const edge = this.edges++;
    this.edgePrev[edge] = prev;
    this.edgeChild[edge] = child;
    this.edgeArc[edge] = arc;
    this.edgeNext[edge] = this.itemEdge[item]!;
    this.itemEdge[item] = edge;
  }

  #growItems(): void {
    const { items } = this.#limits;
    if (this.items >= items) throw limitReached('items', `matching needs more than ${items} chart items`);
    this.itemState = doubled(this.itemState);
    this.itemOrigin = doubled(this.itemOrigin);
    this.itemEnd = doubled(this.itemEnd);
    this.itemEdge = doubled(this.itemEdge);
    this.#itemRoom = Math.min(items, this.itemState.length);
  }

  #growEdges(): void {
    const { edges } = this.#limits;
    if (this.edges >= edges)
      throw limitReached(
        'edges',
        `matching needs more than ${edges} chart edges: the grammar is too ambiguous for this text`,
      );
    this.edgePrev = doubled(this.edgePrev);
    this.edgeChild = doubled(this.edgeChild);
    this.edgeArc = doubled(this.edgeArc);
    this.edgeNext = doubled(this.edgeNext);
    this.#edgeRoom = Math.min(edges, this.edgePrev.length);
  }

  #growWaiters(): void {
    this.waiterItem = doubled(this.waiterItem);
    this.waiterArc = doubled(this.waiterArc);
    this.waiterNext = doubled(this.waiterNext);
    this.#waiterMoved = doubled(this.#waiterMoved);
    this.#waiterColumn = doubled(this.#waiterColumn);
    this.#waiterTop = doubled(this.#waiterTop);
  }
}
