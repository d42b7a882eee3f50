// Job kinds that do next to nothing, so that what is measured is the pool. Engine processes import this module.

interface Context {
  checkpoint(): Promise<void>;
}

const CALLS = 200_000;

export const jobs = [
  { kind: 'nothing', run: async () => null },
  {
    kind: 'compute',
    run: async (_input: null, context: Context) => {
      for (;;) await context.checkpoint();
    },
  },
  {
    kind: 'checkpoint-cost',
    run: async (_input: null, context: Context) => {
      const start = performance.now();
      for (let n = 0; n < CALLS; n++) await context.checkpoint();
      return ((performance.now() - start) / CALLS) * 1e6;
    },
  },
];

export type BenchJobs = {
  nothing: { input: unknown; output: null; partial: never };
  compute: { input: null; output: never; partial: never };
  'checkpoint-cost': { input: null; output: number; partial: never };
};
