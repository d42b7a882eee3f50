import { type AnyJob, PROTOCOL_VERSION, type SetupMessage, type ToEngine } from '@locutor/contract';
import { beginJob, type RunningJob } from './job-run.ts';
import { type LoadedJobs, loadJobs } from './load-jobs.ts';
import type { ParentLink } from './parent-link.ts';
import { toPlainError } from './plain-error.ts';

/**
 * Answers the pool until asked to stop: sets up once, then runs one job at a time.
 * `exit` ends the process; it is a parameter so that another carrier may close itself first.
 */
export function serveJobs(link: ParentLink, exit: (code: number) => void): void {
  let jobs: LoadedJobs | undefined;
  let running: RunningJob | undefined;

  const setUp = async (message: SetupMessage) => {
    try {
      if (message.protocol !== PROTOCOL_VERSION) {
        throw new Error(`the pool speaks protocol ${message.protocol}, this process ${PROTOCOL_VERSION}`);
      }
      const registry = (await import(message.registry)) as { jobs: readonly AnyJob[] };
      jobs = await loadJobs(registry.jobs, message.settings, (model, ms) =>
        link.send({ type: 'loaded', model, ms }),
      );
      const { rss } = process.memoryUsage();
      link.send({ type: 'ready', protocol: PROTOCOL_VERSION, kinds: [...jobs.byKind.keys()], rssBytes: rss });
    } catch (error) {
      link.send({ type: 'unable', error: toPlainError(error) });
    }
  };

  // Whatever fails here is no job's fault; a process that cannot be trusted any more is better replaced.
  const pause = () => void jobs?.pause().catch(() => exit(1));

  link.onMessage((message: ToEngine) => {
    switch (message.type) {
      case 'setup':
        void setUp(message);
        break;
      case 'run':
        running = beginJob(message, jobs?.byKind.get(message.kind), link, () => {
          running = undefined;
          pause();
        });
        break;
      case 'cancel':
        if (running?.job === message.job) running.cancel();
        break;
      case 'ping':
        link.send({ type: 'pong', rssBytes: process.memoryUsage.rss() });
        if (!running) pause();
        break;
      case 'stop':
        exit(0);
        break;
    }
  });
}
