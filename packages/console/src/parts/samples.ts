import bank from 'grammars/bank-transfer-pt.abnf?raw';
import menu from 'grammars/menu-en.jsgf?raw';
import pizza from 'grammars/pizza-en.abnf?raw';
import pizzaPt from 'grammars/pizza-pt.grxml?raw';

export interface Sample {
  readonly name: string;
  readonly source: string;
  readonly text: string;
}

const AMBIGUOUS = `#ABNF 1.0;
language en;
root $request;
tag-format <semantics/1.0>;

// "call me a taxi" is a wish, or a strange name: both meanings come back.
$request = $taxi {out = rules.taxi} | $name {out = rules.name};
$taxi = call me a (taxi | cab) {out.wish = "taxi"};
$name = call me $what {out.call_me = rules.what};
$what = a taxi | a cab | Al;
`;

/** The samples of the folder grammars, and one with two meanings. */
export const SAMPLES: readonly Sample[] = [
  {
    name: 'Pizza, English (ABNF)',
    source: pizza,
    text: 'two large pepperoni pizzas with extra cheese please',
  },
  {
    name: 'Pizza, Portuguese (XML)',
    source: pizzaPt,
    text: 'quero duas pizzas grandes de calabresa por favor',
  },
  {
    name: 'Bank transfer, Portuguese (ABNF)',
    source: bank,
    text: 'quero transferir cem reais para a ana paula',
  },
  { name: 'Menu, English (JSGF)', source: menu, text: 'talk to an agent' },
  { name: 'Two meanings, English (ABNF)', source: AMBIGUOUS, text: 'call me a taxi' },
];
