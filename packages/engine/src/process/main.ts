import { serveJobs } from './job-loop.ts';
import { pipeParentLink } from './pipe-parent-link.ts';
import { takeLowPriority } from './priority.ts';
import { exitWithParent } from './watch-parent.ts';

// The entry of an engine process. Nothing arrives by arguments or environment: see SetupMessage.
takeLowPriority();
exitWithParent();
serveJobs(pipeParentLink(), (code) => process.exit(code));
