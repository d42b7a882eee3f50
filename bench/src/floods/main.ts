// npm run bench -- floods [--only TEXT]: small valid messages in great numbers, to a server of their own each.
import { parseArgs } from 'node:util';
import { printFloods } from './print-floods.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
if (!(await printFloods(values.only))) process.exitCode = 1;
