import { type Assumptions, measured } from './measured.ts';
import { serversFor, utilisation, waitChance, waitExceededBy } from './queue.ts';

export type Language = keyof typeof measured.recognize;

export interface Plan {
  /** A second, at the given number of concurrent calls. */
  readonly turns: number;
  readonly verifications: number;
  readonly engineCores: number;
  readonly busy: number;
  /** Of the turns, and the seconds that 1 % of them wait at least. */
  readonly waiting: number;
  readonly wait: number;
  readonly httpCores: number;
  readonly httpNodes: number;
  readonly memoryBytes: number;
  /** Bits a second from clients, and over the bus. */
  readonly inBits: number;
  readonly busBits: number;
  readonly busServers: number;
  readonly records: number;
  /** Of what one PostgreSQL writes. */
  readonly databaseShare: number;
  readonly databases: number;
  /** Dollars. */
  readonly perHour: number;
  readonly perCallMinute: number;
  /** Concurrent calls at which one of each is at its limit, fewest first. */
  readonly limits: readonly { readonly part: string; readonly calls: number }[];
}

/** Utilisation at which the other parts get a second one; a bus and a database must not be the first to queue. */
const COMFORTABLE = 0.6;
/** An HTTP node has one thread that serves. */
const LEAST_NODES = 2;
/** Of NATS, so that one may fail. */
const LEAST_BUS = 3;
/** Cores of the database and of each NATS server, for their price. */
const DATABASE_CORES = 4;
const BUS_CORES = 2;

/** What so many concurrent calls need. */
export function plan(calls: number, language: Language, given: Assumptions): Plan {
  const { talk, turn, call, verified, verifySeconds, audioBytes, billed, price } = given;
  const turns = (calls * talk) / turn;
  const verifications = (calls * verified) / call;
  const arrivals = turns + verifications;
  const work = turns * turn * measured.recognize[language] + verifications * verifySeconds * measured.verify;
  const load = { arrivals, service: work / arrivals };
  const engineCores = serversFor(load, given.busy, given.wait);
  const queue = { ...load, servers: engineCores };
  const httpCores = turns * measured.http.recognize + verifications * measured.http.verify;
  const httpNodes = Math.max(LEAST_NODES, Math.ceil(httpCores / COMFORTABLE));
  const inBytes = (turns * turn + verifications * verifySeconds) * audioBytes;
  const { busExtra, busBytesPerSecond } = measured;
  const { segmented } = given;
  const perSecond = (1 - segmented) * busExtra.oneSegment + segmented * busExtra.severalSegments;
  const busBytes =
    turns * turn * (audioBytes + perSecond) + verifications * verifySeconds * (audioBytes + busExtra.verify);
  const busServers = Math.max(LEAST_BUS, Math.ceil(busBytes / (COMFORTABLE * busBytesPerSecond)));
  const records = turns * billed + verifications;
  const databaseShare = records / measured.recordsPerSecond;
  const databases = Math.max(1, Math.ceil(databaseShare / COMFORTABLE));
  const cores = engineCores + httpNodes + databases * DATABASE_CORES + busServers * BUS_CORES;
  const perHour = cores * price;
  return {
    ...{ turns, verifications, engineCores, busy: utilisation(queue) },
    ...{ waiting: waitChance(queue), wait: waitExceededBy(0.01, queue) },
    ...{ httpCores, httpNodes },
    memoryBytes: engineCores * measured.memory[language] + httpNodes * measured.memory.http,
    ...{ inBits: 8 * inBytes, busBits: 8 * busBytes, busServers, records, databaseShare, databases },
    ...{ perHour, perCallMinute: perHour / (60 * calls) },
    limits: [
      { part: 'one engine core', calls: calls / work },
      { part: 'one HTTP node', calls: calls / httpCores },
      { part: 'one NATS server', calls: (calls * busBytesPerSecond) / busBytes },
      { part: 'one PostgreSQL', calls: calls / databaseShare },
    ].toSorted((a, b) => a.calls - b.calls),
  };
}
