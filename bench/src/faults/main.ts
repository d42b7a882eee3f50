// npm run bench -- faults [NAME …]: breaks things around a real server, one after the other, and prints what was done, what
// clients saw and what was lost, as the table of docs/faults.md. Names select faults that contain them.
import { Unavailable } from './fault.ts';
import { faults } from './list.ts';

const names = process.argv.slice(2);
const chosen = faults.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
if (chosen.length === 0) {
  console.error(`Which fault? ${faults.map(({ name }) => `"${name}"`).join(', ')}`);
  process.exit(1);
}
console.log('| fault | what was done | what clients saw | what was lost |\n|---|---|---|---|');
for (const { name, run } of chosen) {
  try {
    const { done, seen, lost } = await run();
    console.log(`| ${name} | ${done} | ${seen} | ${lost} |`);
  } catch (error) {
    const { message } = error as Error;
    console.log(`| ${name} | ${error instanceof Unavailable ? 'skipped' : '**failed**'}: ${message} | | |`);
    if (!(error instanceof Unavailable)) process.exitCode = 1;
  }
}
