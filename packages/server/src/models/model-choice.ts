import type { RecognizerName } from '@locutor/contract';
import type { Config } from '../config/index.ts';

/** The recogniser of a language, or of audio whose language is to be detected. */
export function modelFor(
  language: string,
  config: Pick<Config, 'englishModel' | 'multilingualModel'>,
): RecognizerName {
  return language === 'en' ? config.englishModel : config.multilingualModel;
}

/**
 * The model whose opinion makes free speech in a language more accurate; undefined where none does. Only English has two
 * models of different kinds, which err differently.
 */
export function secondModelFor(
  language: string,
  config: Pick<Config, 'englishModel' | 'multilingualModel'>,
): RecognizerName | undefined {
  if (language !== 'en') return undefined;
  return config.englishModel.startsWith('moonshine') ? config.multilingualModel : 'moonshine-base';
}
