import { type Command, CommanderError } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { surviveClosedOutput } from './print.ts';
import { createProgram } from './program.ts';

/** The `locutor` command. Expected failures are one sentence; anything else keeps its stack. */
export async function main(argv: readonly string[]): Promise<void> {
  surviveClosedOutput();
  try {
    const program = await createProgram(argv);
    throwInsteadOfExit(program);
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = await report(error);
  }
}

/** Otherwise commander ends the process itself, with a code of its own and perhaps before all is printed. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const each of command.commands) throwInsteadOfExit(each);
}

/** Says what went wrong, where commander has not, and returns the exit code for it. */
async function report(error: unknown): Promise<number> {
  // A help that was asked for has 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  const { isExpected } = await import('./expected-errors.ts');
  process.stderr.write(`locutor: ${isExpected(error) ? error.message : (error as Error).stack}\n`);
  const { name } = error as Error;
  if (name === 'InterruptedError') return exitCodes.interrupted;
  return name === 'UsageError' ? exitCodes.usage : exitCodes.failed;
}
