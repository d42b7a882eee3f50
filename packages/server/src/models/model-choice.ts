import type { RecognizerName } from '@locutor/engine';
import type { Config } from '../config/index.ts';

/** The recogniser of a language, or of audio whose language is to be detected. */
export function modelFor(
  language: string,
  config: Pick<Config, 'englishModel' | 'multilingualModel'>,
): RecognizerName {
  return language === 'en' ? config.englishModel : config.multilingualModel;
}
