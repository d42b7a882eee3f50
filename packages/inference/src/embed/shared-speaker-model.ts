import { engineSettings, type LoadContext } from '@locutor/contract';
import { sharedModels } from '../runtime/on-demand-models.ts';
import { SpeakerModel } from './speaker-model.ts';

export type SpeakerModelGetter = () => Promise<SpeakerModel>;

/** One model for all jobs of a process. */
export function sharedSpeakerModel(context: LoadContext): Promise<SpeakerModelGetter> {
  return context.shared('speaker-model', async () => {
    const { speakerModel } = engineSettings(context.settings);
    return (await sharedModels(context)).add('speaker-embedding', async () => {
      if (speakerModel === undefined)
        throw new Error('the setting speakerModel must be a path, and is missing');
      return SpeakerModel.load(speakerModel);
    });
  });
}
