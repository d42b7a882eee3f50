import type { Command } from 'commander';
import { readPlace } from '../biometrics/names.ts';
import type { Place } from '../store/index.ts';

export interface PlaceOptions {
  readonly repository?: string;
  readonly scenario?: string;
}

export function addRepositoryOption(command: Command): Command {
  return command.option('--repository <repository>', 'repository (default: the default repository)');
}

export function addPlaceOptions(command: Command): Command {
  return addRepositoryOption(command).option(
    '--scenario <scenario>',
    'scenario (default: the default scenario)',
  );
}

/** Checks the options by the same rules as the members of a request. */
export function placeOf({ repository, scenario }: PlaceOptions): Place {
  const given = {
    ...(repository !== undefined && { repository_uri: repository }),
    ...(scenario !== undefined && { scenario }),
  };
  return readPlace(given);
}
