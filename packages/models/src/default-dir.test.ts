import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultModelsDir } from './default-dir.ts';

const home = join('/', 'home', 'ana');

test.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
  ['linux', {}, join(home, '.cache', 'locutor', 'models')],
  ['linux', { XDG_CACHE_HOME: '' }, join(home, '.cache', 'locutor', 'models')],
  ['linux', { XDG_CACHE_HOME: '/var/cache/ana' }, join('/var/cache/ana', 'locutor', 'models')],
  ['darwin', { XDG_CACHE_HOME: '/unused' }, join(home, 'Library', 'Caches', 'locutor', 'models')],
  ['win32', { LOCALAPPDATA: '/appdata' }, join('/appdata', 'locutor', 'models')],
  ['win32', {}, join(home, 'AppData', 'Local', 'locutor', 'models')],
])('on %s with %j', (platform, env, expected) => {
  expect(defaultModelsDir(platform, env, home)).toBe(expected);
});
