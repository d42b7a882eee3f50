import { valueWriterSource } from './value-writer-source.ts';

/**
 * Runs in the sandbox, once: takes the document functions and returns the function that interprets. Its argument is
 * a JSON list of derivations, each a flat list of instructions; its result a JSON list of `{v}`, the value
 * as JSON, `{e}`, what a tag threw, or `{s}`, which limit was reached.
 *
 *   [0, document, rule, name]  open a rule; document -1: none of its tags are scripts
 *   [1, text]                  a token
 *   [2, number]                run a tag
 *   [3, text]                  a literal tag
 *   [4, name, value, text]     a rule whose value is known
 *   [5]                        close the rule
 *
 * What it needs of the language it takes before any tag runs, and the shared objects are frozen: one interpretation
 * cannot change the next. Nothing below is looked up in the global object once tags have run.
 */
export const interpreterSource = `(function (documents, longest, deepest) {
  'use strict';
  const { parse, stringify } = JSON;
  const { create } = Object;
  const { ownKeys } = Reflect;
  const { InternalError, RangeError, String, SyntaxError } = globalThis;
  const write = ${valueWriterSource}(longest, deepest);
  // The keys of a proxy are compared with each other in native code: 50,000 of them take seconds.
  delete globalThis.Proxy;
  const globals = new Set(ownKeys(globalThis));
  for (const name of globals) {
    const value = globalThis[name];
    Object.defineProperty(globalThis, name, { writable: false, configurable: false });
    if (typeof value === 'function' || typeof value === 'object') {
      if (value === null || value === globalThis) continue;
      Object.freeze(value);
      if (typeof value === 'function' && value.prototype) Object.freeze(value.prototype);
    }
  }
  for (const made of [function* () {}, async function () {}, async function* () {}]) {
    for (let o = made; o && o !== Object.prototype; o = Object.getPrototypeOf(o)) Object.freeze(o);
    if (made.prototype) for (let o = made.prototype; o && o !== Object.prototype; o = Object.getPrototypeOf(o)) Object.freeze(o);
  }
  for (const made of [[][Symbol.iterator](), new Map().entries(), new Set().values(), ''[Symbol.iterator](), 'a'.matchAll(/a/g)])
    for (let o = Object.getPrototypeOf(made); o && o !== Object.prototype; o = Object.getPrototypeOf(o)) Object.freeze(o);

  // What every rule instance has, made once: functions per instance took a tenth of the time of a small tag.
  const owner = Symbol();
  const rulesBase = Object.freeze({
    __proto__: null,
    latest() {
      return this[owner].last;
    },
  });
  const metaBase = Object.freeze({
    __proto__: null,
    current() {
      return { text: this[owner].text, score: 1 };
    },
    latest() {
      const { lastText } = this[owner];
      return lastText === undefined ? undefined : { text: lastText, score: 1 };
    },
  });

  class Frame {
    constructor(document, rule, name) {
      this.document = document;
      this.rule = rule;
      this.name = name;
      this.text = '';
      this.run = null;
      this.out = undefined;
      this.tagged = false;
      this.last = undefined;
      this.lastText = undefined;
      this.rules = create(rulesBase);
      this.meta = create(metaBase);
      this.rules[owner] = this.meta[owner] = this;
    }
    add(text) {
      this.text = this.text === '' ? text : text === '' ? this.text : this.text + ' ' + text;
    }
    visited(name, value, text) {
      this.add(text);
      this.last = value;
      this.lastText = text;
      if (name !== 'latest') this.rules[name] = value;
      if (name !== 'latest' && name !== 'current') this.meta[name] = { text, score: 1 };
    }
    value() {
      return this.tagged ? this.out : this.lastText !== undefined ? this.last : this.text;
    }
  }

  function interpret(steps) {
    const scopes = [];
    const stack = [];
    let frame = new Frame(-1, 0, '');
    for (const step of steps) {
      switch (step[0]) {
        case 0:
          stack.push(frame);
          frame = new Frame(step[1], step[2], step[3]);
          break;
        case 1:
          frame.add(step[1]);
          break;
        case 2: {
          if (frame.run === null) {
            const rules = (scopes[frame.document] ??= documents[frame.document]());
            frame.run = rules[frame.rule]({}, frame.rules, frame.meta);
            frame.run.next();
          }
          const { value, done } = frame.run.next(step[1]);
          if (done) throw new SyntaxError('a tag must not return');
          frame.out = value;
          frame.tagged = true;
          break;
        }
        case 3:
          frame.out = step[1];
          frame.tagged = true;
          break;
        case 4:
          frame.visited(step[1], step[2], step[3]);
          break;
        case 5: {
          const { name, text } = frame;
          const value = frame.value();
          frame = stack.pop();
          frame.visited(name, value, text);
        }
      }
    }
    return frame.last;
  }

  // A limit of the engine itself is one that a tag reached, and not an error that it chose to throw.
  function isEngineLimit(error) {
    return error instanceof InternalError || (error instanceof RangeError && error.message === 'Maximum call stack size exceeded');
  }

  function failure(error) {
    try {
      const reason = String(error).slice(0, 500);
      return isEngineLimit(error) ? { s: reason } : { e: reason };
    } catch {
      return { e: 'a tag threw' };
    }
  }

  return function (input) {
    const results = [];
    for (const steps of parse(input)) {
      try {
        results.push(write(interpret(steps)));
      } catch (error) {
        results.push(failure(error));
      }
      // A tag that made a property for ever spoils the sandbox: this throws, and another one is made.
      for (const name of ownKeys(globalThis)) if (!globals.has(name)) delete globalThis[name];
    }
    return stringify(results);
  };
})`;
