import { ModelError } from './errors.ts';
import type { Model } from './model.ts';

/** The models among these names whose licence has a condition that somebody has to accept. */
export function conditionedModels(models: readonly Model[], names: readonly string[]): Model[] {
  return models.filter(({ name, licence }) => names.includes(name) && licence.condition !== undefined);
}

/** Every model, without those that have a condition unless it is accepted. */
export function freeModels(models: readonly Model[], accepted: boolean): string[] {
  return models.filter(({ licence }) => accepted || licence.condition === undefined).map(({ name }) => name);
}

/** Throws where one of these models has a condition: for callers whose user accepted none. */
export function refuseConditions(models: readonly Model[], names: readonly string[]): void {
  const [first] = conditionedModels(models, names);
  if (!first) return;
  throw new ModelError(
    'licence',
    `Model ${first.name} has a licence of its own, ${first.licence.name}: ${first.licence.condition} To install it, accept that with --accept-licence.`,
  );
}
