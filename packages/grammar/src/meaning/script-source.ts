/** The tags of one rule, by their number in the rule. */
export interface RuleScript {
  readonly tags: readonly string[];
}

/** The scripts of one document. */
export interface DocumentScript {
  readonly header: readonly string[];
  readonly rules: readonly RuleScript[];
}

/**
 * The source of a document's scripts: a function that runs the header tags and returns the rules, each a generator.
 * A generator is one rule instance: `next(n)` runs tag n and gives `out`. Tags share its scope, so that a `var` of
 * one tag is seen by the next, and see the header's.
 */
export function documentSource({ header, rules }: DocumentScript): string {
  return `(function () {\n${header.map(inBlock).join('\n')}\nreturn [${rules.map(ruleSource).join(',\n')}];\n})`;
}

function ruleSource({ tags }: RuleScript): string {
  const cases = tags.map((tag, number) => `case ${number}: ${inBlock(tag)} break;`);
  return `function* (out, rules, meta) { for (;;) { switch (yield out) {\n${cases.join('\n')}\n} } }`;
}

/** Behind a tag comes a new line: it may end in a comment. */
function inBlock(tag: string): string {
  return `{\n${tag}\n}`;
}

/**
 * Runs in the sandbox, once: takes the document functions and returns the function that interprets. Its argument is
 * a JSON list of derivations, each a flat list of instructions; its result a JSON list of `{v}` or `{e}`.
 *
 *   [0, document, rule, name]  open a rule; document -1: none of its tags are scripts
 *   [1, text]                  a token
 *   [2, number]                run a tag
 *   [3, text]                  a literal tag
 *   [4, name, value, text]     a rule whose value is known
 *   [5]                        close the rule
 *
 * What it needs of the language it takes before any tag runs, and the shared objects are frozen: one interpretation
 * cannot change the next.
 */
export const interpreterSource = `(function (documents, longest) {
  'use strict';
  const { parse, stringify } = JSON;
  const { create, keys } = Object;
  const globals = new Set(keys(globalThis));
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = globalThis[name];
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

  // Writing out is native code that no interrupt reaches, and a value that holds another twice, and so on, has no end:
  // a call per value counts them.
  let visited = 0;
  const visit = (name, value) => {
    if (++visited > longest) throw new RangeError('the meaning is longer than ' + longest + ' characters');
    return value;
  };

  return function (input) {
    const results = [];
    for (const steps of parse(input)) {
      visited = 0;
      try {
        const json = stringify(interpret(steps), visit) ?? 'null';
        if (json.length > longest) throw new RangeError('the meaning is longer than ' + longest + ' characters');
        results.push({ v: json });
      } catch (error) {
        let message = 'a tag threw';
        try {
          message = String(error).slice(0, 500);
        } catch {}
        results.push({ e: message });
      }
      for (const name of keys(globalThis)) if (!globals.has(name)) delete globalThis[name];
    }
    return stringify(results);
  };
})`;
