#!/usr/bin/env node
import { entry } from './entry.mjs';

const { main } = await import(entry);
await main(process.argv);
