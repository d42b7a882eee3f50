import { ALL, prepare } from './prepare.mjs';

await prepare(ALL);
