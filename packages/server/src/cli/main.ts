import { surviveClosedOutput } from './print.ts';
import { createProgram } from './program.ts';

/** The `locutor` command. Expected failures are one sentence; anything else keeps its stack. */
export async function main(argv: readonly string[]): Promise<void> {
  surviveClosedOutput();
  try {
    const program = await createProgram(argv);
    await program.parseAsync(argv);
  } catch (error) {
    const { isExpected } = await import('./expected-errors.ts');
    process.stderr.write(`locutor: ${isExpected(error) ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
