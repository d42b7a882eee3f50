import { expectedOf } from '../fields/index.ts';
import { hidePasswords } from './hide-passwords.ts';
import type { LoadedConfig } from './load.ts';
import { environmentName, type Setting, type SettingName, settings } from './settings.ts';

const MASK = '(set, not shown)';

/** The effective configuration as aligned lines, secrets masked, each value with its origin. */
export function printConfig({ config, file, origin }: LoadedConfig): string {
  const names = Object.keys(settings) as SettingName[];
  const rows = names.map((name) => [name, shown(name, config[name]), origin[name], environmentName(name)]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return [`config file: ${file ?? 'none'}`, '', ...lines.map((line) => line.trimEnd())].join('\n');
}

/** The same as one object, for programs. */
export function maskedConfig({ config }: LoadedConfig): Record<string, unknown> {
  const names = Object.keys(settings) as SettingName[];
  return Object.fromEntries(
    names.map((name) => [name, isHidden(name, config[name]) ? MASK : hidePasswords(config[name])]),
  );
}

/** Every setting with its meaning, for programs. */
export function settingList() {
  return (Object.entries(settings) as [SettingName, Setting][]).map(
    ([name, { schema, default: fallback, about }]) => ({
      name,
      variable: environmentName(name),
      about,
      expected: expectedOf(schema),
      default: fallback,
    }),
  );
}

/** Every setting with its meaning, for `locutor config --explain` and the operator's page. */
export function explainConfig(): string {
  return settingList()
    .map(({ name, variable, about, expected, default: fallback }) =>
      [
        `${name} (${variable})`,
        `  ${about}`,
        `  Expected ${expected}. Default ${JSON.stringify(fallback)}.`,
      ].join('\n'),
    )
    .join('\n\n');
}

function shown(name: SettingName, value: unknown): string {
  if (isHidden(name, value)) return MASK;
  return JSON.stringify(hidePasswords(value));
}

function isHidden(name: SettingName, value: unknown): boolean {
  const isSet = Array.isArray(value) ? value.length > 0 : value !== '';
  return 'secret' in settings[name] && isSet;
}
