import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../compile/compile.ts';
import { GrammarError } from '../errors.ts';
import { builtinCatalogue, builtinGrammar } from './index.ts';

function errorOf(uri: string, language?: string): GrammarError {
  try {
    builtinGrammar(uri, language === undefined ? {} : { language });
  } catch (error) {
    expect(error).toBeInstanceOf(GrammarError);
    return error as GrammarError;
  }
  throw new Error(`${uri} was accepted`);
}

describe('builtin grammars by URI', () => {
  it('has every grammar in every language it claims, in one document that stands alone', () => {
    for (const [name, { languages }] of builtinCatalogue)
      for (const language of languages) {
        const uri = `builtin:grammar/${name}?language=${language}`;
        const document = builtinGrammar(uri);
        expect(document).toMatchObject({ uri, root: name, mode: 'voice', tagFormat: 'semantics/1.0' });
        expect(document.language?.startsWith(language)).toBe(true);
        expect(JSON.stringify(document)).not.toContain('"external"');
        expect(document.rules.filter((rule) => rule.scope === 'public').map((rule) => rule.name)).toEqual([
          name,
        ]);
      }
  });

  it('takes the language from the URI, then from the caller, then English', () => {
    expect(builtinGrammar('builtin:grammar/date').language).toBe('en-US');
    expect(builtinGrammar('builtin:grammar/date', { language: 'pt-BR' }).language).toBe('pt-BR');
    expect(builtinGrammar('builtin:grammar/date?language=en', { language: 'pt' }).language).toBe('en-US');
    expect(builtinGrammar('builtin:grammar/date?language=pt-PT').language).toBe('pt-BR');
    expect(builtinGrammar('BUILTIN:grammar/date?language=PT').language).toBe('pt-BR');
  });

  it('finds the CPF in Portuguese whatever the language of the caller', () => {
    expect(builtinGrammar('builtin:grammar/cpf', { language: 'en' }).language).toBe('pt-BR');
  });

  it.each([
    ['builtin:grammar/', 'there is no builtin grammar ""'],
    ['builtin:grammar/colour', 'there is no builtin grammar "colour"'],
    ['builtin:grammar/counting', 'there is no builtin grammar "counting"'],
    ['builtin:grammar/../en/date', 'there is no builtin grammar "../en/date"'],
    ['builtin:grammar/__proto__', 'there is no builtin grammar "__proto__"'],
    ['builtin:slm/general', 'is named "builtin:grammar/<name>"'],
    ['builtin:dtmf/digits', 'is named "builtin:grammar/<name>"'],
    ['builtin:grammar/date#day', 'is named "builtin:grammar/<name>"'],
    ['builtin:grammar/date?language=fr', 'does not exist in the language "fr": it exists in en, pt'],
    ['builtin:grammar/cpf?language=en', 'does not exist in the language "en": it exists in pt'],
  ])('does not find %s', (uri, message) => {
    const error = errorOf(uri);
    expect(error.code).toBe('not-found');
    expect(error.message).toContain(message);
    expect(error.uri).toBe(uri);
  });

  it('does not find a language of the caller that it lacks', () => {
    expect(errorOf('builtin:grammar/date', 'es').message).toContain('"es"');
  });

  it.each([
    ['date?minlength=4', '"date" has no parameter "minlength": it takes language'],
    ['digits?size=4', '"digits" has no parameter "size": it takes language, length, minlength, maxlength'],
    ['boolean?length=4', '"boolean" has no parameter "length"'],
    ['digits?minlength', 'the parameter "minlength" is not of the form name=value'],
    ['digits?minlength=', 'the parameter "minlength=" is not of the form name=value'],
    ['digits?;', 'is not of the form name=value'],
    ['digits?minlength=4;minlength=5', 'the parameter "minlength" is given twice'],
    ['digits?minlength=4&minlength=4', 'the parameter "minlength" is given twice'],
    ['digits?minlength=0', 'minlength must be a whole number from 1 to 64, not "0"'],
    ['digits?maxlength=65', 'maxlength must be a whole number from 1 to 64, not "65"'],
    ['digits?length=four', 'length must be a whole number from 1 to 64, not "four"'],
    ['digits?length=-1', 'not "-1"'],
    ['digits?length=1e1', 'not "1e1"'],
    ['digits?length=4.0', 'not "4.0"'],
    ['digits?length=99999999999999999999', 'must be a whole number'],
    ['digits?minlength=5;maxlength=4', 'minlength is 5, which is more than the 4 of maxlength'],
    ['digits?minlength=5;length=4', 'minlength is 5, which is more than the 4 of length'],
    ['digits?maxlength=3;length=4', 'is more than the 3 of maxlength'],
    ['digits?minlength=1;maxlength=3;length=4', 'length is 4, which is not between minlength and maxlength'],
    ['digits?minlength=%zz', 'is not valid percent-encoding'],
    ['boolean?y=yes', 'y must be one digit, not "yes"'],
    ['boolean?n=*', 'n must be one digit, not "*"'],
    ['boolean?y=3;n=3', 'y and n are both the key 3'],
    ['boolean?y=2', 'y and n are both the key 2'],
  ])('refuses %s', (rest, message) => {
    const error = errorOf(`builtin:grammar/${rest}`);
    expect(error.code).toBe('invalid');
    expect(error.message).toContain(message);
  });

  it.each([
    ['en', 'eight', 'eight one', 'eight one two'],
    ['pt', 'oito', 'oitenta', 'oito um dois'],
  ])(
    'knows without its tags that a telephone number has three digits (%s)',
    async (language, one, two, three) => {
      const grammar = await compileGrammar(builtinGrammar(`builtin:grammar/phone?language=${language}`));
      expect([one, two, three].map((text) => grammar.accepts(text))).toEqual([false, false, true]);
    },
  );

  it('leaves the shared document alone when parameters are applied', () => {
    const before = JSON.stringify(builtinGrammar('builtin:grammar/digits'));
    builtinGrammar('builtin:grammar/digits?length=4');
    expect(JSON.stringify(builtinGrammar('builtin:grammar/digits'))).toBe(before);
  });
});
