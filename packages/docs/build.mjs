// node packages/docs/build.mjs: the pages of docs/ as a site in dist/site. Needs dist/, which tsc makes.
import { renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { stage } from './dist/index.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
stage(here('../..'), here('dist/source'));
await build(here('.'));
// A running server serves what is there: whole sites only.
rmSync(here('dist/site'), { recursive: true, force: true });
renameSync(here('dist/new-site'), here('dist/site'));
