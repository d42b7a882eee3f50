import { Type } from 'typebox';
import { oneOf } from '../../fields/index.ts';

/** What jambonz posts to have something spoken; other members are nobody's business. */
export const postedText = {
  language: Type.String({ description: 'Chooses a voice where none is named' }),
  voice: Type.String({ description: 'Name of a voice; see the list of voices' }),
  type: oneOf(['text', 'ssml'], { default: 'text' }),
  text: Type.String({ description: 'The text to speak, or an SSML document' }),
};
