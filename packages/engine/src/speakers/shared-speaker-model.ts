import type { LoadContext } from '../jobs/define-job.ts';
import { engineSettings } from '../jobs/engine-settings.ts';
import { SpeakerModel } from './speaker-model.ts';

export type SpeakerModelGetter = () => Promise<SpeakerModel>;

/** One model for all jobs of a process, loaded on first use: a server that never needs it saves its memory. */
export function sharedSpeakerModel(context: LoadContext): Promise<SpeakerModelGetter> {
  return context.shared('speaker-model', async () => {
    const { speakerModel } = engineSettings(context.settings);
    let model: Promise<SpeakerModel> | undefined;
    return () => {
      if (speakerModel === undefined)
        throw new Error('the setting speakerModel must be a path, and is missing');
      model ??= SpeakerModel.load(speakerModel).catch((error) => {
        // A damaged file is replaced while this process lives.
        model = undefined;
        throw error;
      });
      return model;
    };
  });
}
