/**
 * Runs in the sandbox: makes the function that writes a value as JSON, as `JSON.stringify` would. That one is native
 * code, which no interrupt reaches, and it searches all levels above an object for a cycle: 5,000 nested arrays took it
 * two seconds. This one is a script, so that the interrupts of the tags end it too; calls and branches count as steps,
 * so that scalars, of which there may be many, take few of them. It returns `{v}`, the JSON, or `{s}` where the value is
 * nested deeper or written longer than allowed, and throws what getters, proxies and `toJSON` throw.
 */
export const valueWriterSource = `(function (longest, deepest) {
  'use strict';
  const { stringify } = JSON;
  const { isArray } = Array;
  const { keys } = Object;
  const { apply } = Reflect;
  const { BigInt, Boolean, Number, String, TypeError } = globalThis;
  // Every value with the comma behind it, so a container has one end less to count.
  let length = 0;
  let reached;

  function stop(reason) {
    reached = reason;
    throw reason;
  }

  function tooLong() {
    stop('the meaning is longer than ' + longest + ' characters');
  }

  function list(value, depth) {
    if (++length > longest) tooLong();
    const size = value.length;
    const pieces = [];
    for (let i = 0; i < size; i++) pieces[i] = written(value[i], i, depth) ?? nothing();
    return '[' + pieces.join() + ']';
  }

  function object(value, depth) {
    if (++length > longest) tooLong();
    const pieces = [];
    for (const name of keys(value)) {
      const piece = written(value[name], name, depth);
      if (piece !== undefined) pieces[pieces.length] = quoted(name) + ':' + piece;
    }
    return '{' + pieces.join() + '}';
  }

  function nothing() {
    if ((length += 5) > longest) tooLong();
    return 'null';
  }

  // A long text is refused unquoted: quoting makes it up to six times as long.
  function quoted(text) {
    if (length + text.length > longest) tooLong();
    const piece = stringify(text);
    if ((length += piece.length + 1) > longest) tooLong();
    return piece;
  }

  function unboxed(value) {
    if (value instanceof Number) return Number(value);
    if (value instanceof String) return String(value);
    if (value instanceof Boolean || value instanceof BigInt) return value.valueOf();
    return value;
  }

  // Undefined where JSON has no such value.
  function written(value, name, depth) {
    if (typeof value === 'number') {
      const piece = value - value === 0 ? '' + value : 'null';
      if ((length += piece.length + 1) > longest) tooLong();
      return piece;
    }
    if (typeof value === 'string') return quoted(value);
    if (value === null) return nothing();
    if (typeof value === 'object' || typeof value === 'function' || typeof value === 'bigint') {
      const { toJSON } = value;
      if (typeof toJSON === 'function') value = apply(toJSON, value, [String(name)]);
      value = unboxed(value);
    }
    return typeof value === 'object' && value !== null ? container(value, depth) : scalar(value);
  }

  function container(value, depth) {
    if (depth === deepest) stop('the meaning is nested deeper than ' + deepest + ' levels, or holds itself');
    return isArray(value) ? list(value, depth + 1) : object(value, depth + 1);
  }

  function scalar(value) {
    switch (typeof value) {
      case 'string':
        return quoted(value);
      case 'number':
        return written(value);
      case 'boolean':
        if ((length += 6) > longest) tooLong();
        return '' + value;
      case 'object':
        return nothing();
      case 'bigint':
        throw new TypeError('a BigInt cannot be written as JSON');
    }
  }

  return function (value) {
    length = -1;
    reached = undefined;
    try {
      const json = written(value, '', 0) ?? 'null';
      if (json.length > longest) tooLong();
      return { v: json };
    } catch (error) {
      if (reached === undefined) throw error;
      return { s: reached };
    }
  };
})`;
