import { describe, expect, it } from 'vitest';
import { readGrammar } from './index.ts';
import { lintGrammar } from './lint.ts';

async function lint(body: string, header = 'language en;\nroot $main;') {
  const document = readGrammar(`#ABNF 1.0;\n${header}\n${body}`);
  const findings = await lintGrammar(document);
  return findings.map(({ code, rule, line, column }) => [code, rule, line, column]);
}

describe('lint', () => {
  it('finds nothing wrong with an ordinary grammar', async () => {
    expect(await lint('$main = please [$what] {thanks};\n$what = /2/ open | /1/ close;')).toEqual([]);
  });

  it('finds examples that do not match their own rule', async () => {
    const document = readGrammar(
      '#ABNF 1.0;\nlanguage en;\n/** @example yes\n * @example maybe\n */\npublic $main = yes | no;',
    );
    const asked: string[] = [];
    const findings = await lintGrammar(document, {
      matches: async (rule, sentence) => {
        asked.push(`${rule}: ${sentence}`);
        return sentence === 'yes';
      },
    });
    expect(asked).toEqual(['main: yes', 'main: maybe']);
    expect(findings).toEqual([
      {
        code: 'example-mismatch',
        message: "The rule 'main' does not match its example 'maybe'.",
        rule: 'main',
        line: 6,
        column: 1,
      },
    ]);
  });

  it('finds rules nothing uses, through chains and circles', async () => {
    expect(await lint('$main = $a;\n$a = b;\n$c = $d;\n$d = $c | x;')).toEqual([
      ['unused-rule', 'c', 6, 1],
      ['unused-rule', 'd', 7, 1],
    ]);
    expect(await lint('public $main = a;\npublic $also = $b;\n$b = b;')).toEqual([]);
  });

  it('finds a grammar of which nothing can be used', async () => {
    expect(await lint('$a = b;', 'language en;')).toEqual([['nothing-active', undefined, 1, 1]]);
  });

  it('finds rules and choices that can match no sentence', async () => {
    expect(await lint('$main = a | $b | $c | $d | e;\n$b = x $VOID;\n$c = y $c;\n$d = [$VOID] z;')).toEqual([
      ['unmatchable-choice', 'main', 4, 9],
      ['unmatchable-choice', 'main', 4, 9],
      ['unmatchable-rule', 'b', 5, 1],
      ['unmatchable-rule', 'c', 6, 1],
    ]);
    expect(await lint('$main = /0/ a | /1/ b;')).toEqual([['unmatchable-choice', 'main', 4, 9]]);
    expect(await lint('$main = $VOID<0> a $x; $x = $x b | c;')).toEqual([['repeat-zero', 'main', 4, 9]]);
  });

  it('finds suspicious weights and repeats', async () => {
    expect(await lint('$main = (/2/ a | b) (/1/ c | /0.0000001/ d) (e | f | e) [g]<2-> {t}<0->;')).toEqual([
      ['mixed-weights', 'main', 4, 10],
      ['extreme-weight', 'main', 4, 22],
      ['duplicate-choice', 'main', 4, 46],
      ['repeat-silence', 'main', 4, 57],
      ['repeat-silence', 'main', 4, 65],
    ]);
  });

  it('finds scripts that would be taken as text, and formats that are not run', async () => {
    expect(await lint('$main = a {out.x = 1};')).toEqual([['tag-format', 'main', 4, 11]]);
    expect(await lint('$main = a {without};')).toEqual([]);
    expect(await lint('$main = a {x};', 'language en; root $main; tag-format <swi/1.0>;')).toEqual([
      ['tag-format', 'main', 3, 11],
    ]);
    expect(
      await lint('$main = a {out = 1};', 'language en; root $main; tag-format <semantics/1.0>;'),
    ).toEqual([]);
  });

  it.each(['semantics/1.0.2006', 'Semantics/1.0-Literals'])(
    'knows that tags of %s are run',
    async (format) => {
      expect(await lint('$main = a {out = 1};', `language en; root $main; tag-format <${format}>;`)).toEqual(
        [],
      );
    },
  );

  it('knows the keys that the matcher knows, by all their names', async () => {
    expect(await lint('$main = asterisk hash Pound d "12#";', 'mode dtmf; root $main;')).toEqual([]);
  });

  it('finds tokens of a DTMF grammar that are no keys', async () => {
    expect(await lint('$main = 1 "#" star D ten;', 'mode dtmf; root $main;')).toEqual([
      ['not-a-key', 'main', 3, 22],
    ]);
  });

  it('follows long chains of rules', async () => {
    const rules = Array.from({ length: 5000 }, (_, n) => `$r${n} = $r${n + 1};`);
    expect(await lint(`$main = $r0;\n${rules.join('\n')}\n$r5000 = a;`)).toEqual([]);
  });
});
