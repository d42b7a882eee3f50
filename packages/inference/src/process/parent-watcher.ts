import { workerData } from 'node:worker_threads';

// Runs on a thread of an engine process. An orphan is given to another parent, so the number changes.
const { parentPid } = workerData as { parentPid: number };
setInterval(() => {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
}, 500);
