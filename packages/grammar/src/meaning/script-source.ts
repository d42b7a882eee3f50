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
