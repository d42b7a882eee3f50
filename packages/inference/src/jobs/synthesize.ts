import {
  defineJob,
  engineSettings,
  type JobContext,
  type SpokenPart,
  type SynthesizeInput,
  type SynthesizeOutput,
} from '@locutor/contract';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { sharedModels } from '../runtime/on-demand-models.ts';
import { speak } from '../synthesis/speak.ts';
import { Synthesizers } from '../synthesis/synthesizers.ts';

/** Text as speech, encoded, handed out while it is made. */
export const synthesize = defineJob({
  kind: 'synthesize',

  async load(context): Promise<Synthesizers> {
    const { modelsDir = defaultModelsDir() } = engineSettings(context.settings);
    return new Synthesizers(new ModelStore({ dir: modelsDir }), await sharedModels(context));
  },

  async run(
    input: SynthesizeInput,
    context: JobContext<Synthesizers, SpokenPart>,
  ): Promise<SynthesizeOutput> {
    const model = await context.loaded.get(input.model);
    return speak(input, model, {
      checkpoint: () => context.checkpoint(),
      emit: (audio) => context.emit({ audio }),
    });
  },
});
