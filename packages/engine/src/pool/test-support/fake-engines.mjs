import { PROTOCOL_VERSION } from '@locutor/contract';

// Engine processes that do nothing by themselves: a test says what each does next.

/** One launched process. It answers nothing until asked to, and ends a moment after it is killed. */
class FakeEngine {
  alive = true;
  ready = false;
  job = undefined;
  started = false;
  canceled = false;
  stopping = false;

  constructor(slot, events, farm) {
    this.slot = slot;
    this.events = events;
    this.farm = farm;
  }

  receive(message) {
    if (!this.alive) return;
    if (message.type === 'run') {
      this.farm.sent.push({ job: message.job, startedBefore: this.farm.started.has(message.job) });
      this.job = message.job;
      this.started = false;
      this.canceled = false;
    }
    if (message.type === 'cancel' && message.job === this.job) this.canceled = true;
    if (message.type === 'stop') this.stopping = true;
  }

  say(message) {
    if (this.alive) this.events.onMessage(message);
  }

  becomeReady() {
    if (this.ready) return;
    this.ready = true;
    this.say({ type: 'ready', protocol: PROTOCOL_VERSION, kinds: ['test'], rssBytes: 1 });
  }

  begin() {
    if (this.job === undefined || this.started) return;
    this.started = true;
    this.farm.started.add(this.job);
    this.say({ type: 'started', job: this.job });
  }

  /** Ends its job: done, failed or canceled. */
  answer(type) {
    if (this.job === undefined) return;
    this.begin();
    const job = this.job;
    this.job = undefined;
    if (type === 'done') this.say({ type, job, output: job });
    else if (type === 'canceled') this.say({ type, job });
    else this.say({ type: 'failed', job, error: { expected: true, code: 'NO', message: 'no', data: {} } });
  }

  die(how) {
    if (!this.alive) return;
    this.alive = false;
    this.events.onEnd(how);
  }
}

export class FakeEngines {
  engines = [];
  /** Every job that was sent to a process, in order, and whether it had been started before. */
  sent = [];
  started = new Set();

  launch = (slot, events) => {
    const engine = new FakeEngine(slot, events, this);
    this.engines.push(engine);
    return {
      pid: undefined,
      send: (message) => engine.receive(message),
      kill: () => void setTimeout(() => engine.die('signal SIGKILL'), 1),
    };
  };

  get alive() {
    return this.engines.filter((engine) => engine.alive);
  }
}
