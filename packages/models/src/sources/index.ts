import { fileURLToPath } from 'node:url';
import { ModelError } from '../errors.ts';
import type { ModelPackage } from '../model.ts';
import { isSourceAddress } from './address.ts';
import { folderSource } from './folder.ts';
import { registrySource } from './registry.ts';
import type { Source, Wanted } from './source.ts';
import { webSource } from './web.ts';

/** Other places to take models from, by model name: `file:` or `https:`, a folder or a tarball. */
export type SourceOverrides = Readonly<Record<string, string>>;

/** Where a file of a model comes from, in words; files that share it are fetched in one pass. */
export function sourceName({ model, file }: Wanted, overrides: SourceOverrides): string {
  const carrier = packageOf({ model, file });
  const own = carrier ? `${carrier.name}@${carrier.version}` : `${model.name} of this program`;
  return overrides[model.name] ?? own;
}

export function openSource({ model, file }: Wanted, overrides: SourceOverrides): Source {
  const override = overrides[model.name];
  if (override === undefined) {
    const carrier = packageOf({ model, file });
    return carrier ? registrySource(carrier) : folderSource(bundledFolder(model.name));
  }
  if (isSourceAddress(override)) {
    return override.startsWith('https:') ? webSource(override) : folderSource(fileURLToPath(override));
  }
  throw new ModelError(
    'bad-source',
    `The source of model ${model.name} must be an https: address or an absolute file: path, not "${override}".`,
  );
}

/** How many bytes a pass will read, for progress. */
export function expectedBytes(wanted: readonly Wanted[], overrides: SourceOverrides): number {
  const override = overrides[wanted[0]!.model.name];
  const bundled = override === undefined && 'bundled' in wanted[0]!.model;
  if (bundled || (override !== undefined && !/\.(tgz|tar\.gz)$/.test(override))) {
    return wanted.reduce((sum, { file }) => sum + file.size, 0);
  }
  return Math.max(
    ...wanted.map(({ model, file }) => file.package?.download ?? ('download' in model ? model.download : 0)),
  );
}

function packageOf({ model, file }: Wanted): ModelPackage | undefined {
  return file.package ?? ('package' in model ? model.package : undefined);
}

/** Beside the sources and the compiled files alike. */
function bundledFolder(name: string): string {
  return fileURLToPath(new URL(`../../optional/${name}`, import.meta.url));
}
