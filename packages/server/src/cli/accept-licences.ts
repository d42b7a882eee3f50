import { conditionedModels, type Model, models as manifest } from '@locutor/models';
import { canAsk, isYes, type Terminal, terminal } from './ask.ts';
import { CommandError, UsageError } from './usage-error.ts';

export interface Asking extends Terminal {
  readonly models: readonly Model[];
}

/** Shows the conditions of these models' licences. Throws unless they are accepted. */
export async function acceptLicences(
  names: readonly string[],
  accepted: boolean,
  { models, ...asking }: Asking = { models: manifest, ...terminal },
): Promise<void> {
  for (const model of conditionedModels(models, names)) {
    asking.output.write(licenceText(model));
    if (accepted) continue;
    if (!canAsk(asking)) {
      throw new UsageError(
        `model ${model.name} is not installed: accept its licence with --accept-licence, or run this in a terminal`,
      );
    }
    if (!(await isYes('Do you accept this licence?', asking)))
      throw new CommandError(`model ${model.name} is not installed`);
  }
}

function licenceText({ name, licence }: Model): string {
  return `Model ${name} has a licence of its own: ${licence.name}\n  ${licence.condition}\n  ${licence.attribution}.\n`;
}
