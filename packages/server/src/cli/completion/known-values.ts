import { voices } from '@locutor/contract';
import { builtinCatalogue } from '@locutor/grammar';
import { models } from '@locutor/models';
import { languageCodes } from '../../common/languages.ts';
import { encoderCatalog } from '../../operations/encoders/catalog.ts';
import { SCOPES } from '../../store/index.ts';
import { parameterNames } from '../call/parameters.ts';
import { formatNames } from '../recognize/formats.ts';
import { traitNames } from '../recognize/recipe.ts';

const languages = ['auto', ...languageCodes];
const encoders = new Set((['A', 'B', 'C'] as const).flatMap(encoderCatalog).map(({ name }) => name));
const modelNames = models.map(({ name }) => name);

/** Values of options that commander does not know, by the long form of the option. */
export const optionValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['--language', languages],
  ['--format', formatNames],
  ['--traits', traitNames],
  [
    '--lm',
    [
      'builtin:slm/general',
      'builtin:slm/auto',
      ...[...builtinCatalogue.keys()].map((name) => `builtin:grammar/${name}`),
    ],
  ],
  ['--set', parameterNames.map((name) => `${name}=`)],
  ['--scope', SCOPES],
  ['--voice', voices.map(({ name }) => name)],
  ['--encoder', [...encoders]],
]);

/** Values of arguments, by the command. */
export const argumentValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['models fetch', modelNames],
  ['models verify', modelNames],
  ['models remove', modelNames],
]);
