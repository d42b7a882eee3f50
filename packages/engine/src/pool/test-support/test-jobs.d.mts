type Kind<Input, Output, Partial = never> = { input: Input; output: Output; partial: Partial };

export type TestJobs = {
  echo: Kind<unknown, unknown>;
  pid: Kind<null, number>;
  append: Kind<{ path: string; line: string }, void>;
  sleep: Kind<{ ms: number }, number>;
  compute: Kind<null, never>;
  spin: Kind<null, never>;
  wait: Kind<null, never>;
  die: Kind<{ how: 'kill' | 'exit' | 'throw'; path?: string }, never>;
  grow: Kind<null, never>;
  keep: Kind<{ bytes: number }, void>;
  refuse: Kind<{ code: string; message: string; data: Record<string, unknown> }, never>;
  unloadable: Kind<null, never>;
  fault: Kind<null, never>;
  unsendable: Kind<null, unknown>;
  count: Kind<{ to: number; after: 'return' | 'kill' | 'compute' }, number, number>;
  'hang-later': Kind<null, void>;
  surroundings: Kind<
    null,
    {
      environment: Record<string, string>;
      arguments: string[];
      flags: string[];
      niceness: number;
      sacrifice: number | undefined;
    }
  >;
  print: Kind<{ lines: number }, void>;
  inside: Kind<null, { heldBytes: number; rss: number; listeners: number; resources: number }>;
};
