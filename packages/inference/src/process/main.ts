import { serveJobs } from './job-loop.ts';
import { pipeParentLink } from './pipe-parent-link.ts';
import { takeLowPriority } from './priority.ts';
import { exitWithParent } from './watch-parent.ts';

// The entry of an engine process. Nothing arrives by arguments or environment: see SetupMessage.
takeLowPriority();
exitWithParent();
// A terminal tells Ctrl-C to this process too. Whoever started it decides what that means, and may still need it.
process.on('SIGINT', () => {});
serveJobs(pipeParentLink(), (code) => process.exit(code));
