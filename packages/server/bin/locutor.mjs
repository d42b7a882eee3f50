#!/usr/bin/env node
import { main } from '../dist/bundle/locutor.js';

await main(process.argv);
