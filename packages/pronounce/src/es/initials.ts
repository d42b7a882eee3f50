import { type Initials, wordSet } from '../say/sayable.ts';

export const initials: Initials = {
  two: wordSet(
    'el la lo le al de del en es un ya yo tu su mi si se te me no ni ha he ir va ve da di fe oh ay eh ah ex',
  ),
  words: wordSet('pro app psoe ovni apto brics chip show'),
  spelled: wordSet('uti api ipo hiv vih ceo sos'),
};
