import { type ChildProcess, fork } from 'node:child_process';
import type { Writable } from 'node:stream';
import {
  BYTES_FD,
  detachBlobs,
  type FromEngine,
  inferenceFile,
  type ToEngine,
  type WireMessage,
} from '@locutor/contract';
import { engineEnvironment } from './engine-environment.ts';
import type { LaunchEngine } from './engine-link.ts';
import type { PoolLogger } from './logger.ts';
import { logOutput } from './process-output.ts';

/**
 * Models compute outside the JavaScript heap, and what a job allocates in it dies young. With V8's own choice of
 * nursery a process grew from 71 to 136 MB over 15,000 small jobs, with this one to 74 MB, in the same time.
 */
const ENGINE_FLAGS = [
  '--max-semi-space-size=2',
  // V8 collects beside the program on threads of its own, which are other processes' cores: a process of one stream took
  // 1.13 cores, and two did 1.75 times the work of one. Collecting in between takes no longer, and two do 1.87 times.
  '--single-threaded-gc',
];
/** How long the pipes of a dead process may take to run dry. Only something that inherited them could hold them open. */
const CLOSE_WITHIN_MS = 1000;

/** Engine processes as forked children: messages over the fork channel, large byte arrays over a pipe of their own. */
export function forkEngines(logger: PoolLogger): LaunchEngine {
  return (id, events) => {
    const child = fork(inferenceFile('process'), [], {
      // Not inherited: --inspect would make the children fight for one port.
      execArgv: ENGINE_FLAGS,
      env: engineEnvironment(process.env),
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
    });
    const end = onlyOnce(events.onEnd);
    // First of all: without a listener the failure to start would be thrown in this process.
    child.on('error', (error) => {
      if (child.pid === undefined) end(`it could not be started: ${error.message}`);
    });
    // Out of file descriptors there is no child to speak of: not even its pipes and its `send` exist.
    if (child.pid === undefined) return { pid: undefined, kill: () => {}, send: () => {} };
    const bytes = child.stdio[BYTES_FD] as Writable;
    // Writing to a process that just died: its end is reported by the events below.
    bytes.on('error', () => {});
    logOutput(child.stdout!, logger, { process: id, pid: child.pid, stream: 'stdout' });
    logOutput(child.stderr!, logger, { process: id, pid: child.pid, stream: 'stderr' });
    child.on('message', (message) => events.onMessage(message as FromEngine));
    reportEnd(child, bytes, end);
    return {
      pid: child.pid,
      kill: () => void child.kill('SIGKILL'),
      send: (message) => deliver(child, bytes, message),
    };
  };
}

function deliver(child: ChildProcess, bytes: Writable, message: ToEngine): void {
  if (!child.connected) return;
  if (message.type !== 'run') {
    child.send(message, () => {});
    return;
  }
  const detached = detachBlobs(message.input);
  const wire: WireMessage = { ...message, input: detached.input, blobs: detached.blobs };
  child.send(wire, () => {});
  for (const blob of detached.bytes) bytes.write(blob);
}

/**
 * "exit" may come before the last messages are read and "close" comes after; the pool must see a job's
 * "started" before the end, or it would run the job twice.
 */
function reportEnd(child: ChildProcess, bytes: Writable, end: (how: string) => void): void {
  // A process without its channel is of no use, and would not receive a stop.
  child.once('disconnect', () => void child.kill('SIGKILL'));
  child.once('exit', (code, signal) => {
    bytes.destroy();
    const how = signal ? `signal ${signal}` : `exit code ${code}`;
    const late = setTimeout(() => end(how), CLOSE_WITHIN_MS);
    child.once('close', () => {
      clearTimeout(late);
      end(how);
    });
  });
}

function onlyOnce(onEnd: (end: string) => void): (end: string) => void {
  let ended = false;
  return (end) => {
    if (ended) return;
    ended = true;
    onEnd(end);
  };
}
