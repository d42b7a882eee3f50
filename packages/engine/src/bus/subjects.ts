import { PROTOCOL_VERSION } from '@locutor/contract';

/** Of the bus itself: what is said in adverts, claims and frames. */
const BUS_VERSION = 1;

/** Two sides understand each other if theirs are equal; during an update, each node uses the workers of its version. */
export const BUS_PROTOCOL = `${BUS_VERSION}.${PROTOCOL_VERSION}`;

/** Workers say here what they have, now and then and whenever it changes. */
export const ADVERTS = 'locutor.workers';
/** Nodes ask here for adverts. */
export const ROLL_CALL = 'locutor.roll-call';
/** Nodes ask here for a model that no worker has. */
export const FETCHES = 'locutor.fetch';

/** A node asks one worker for room. */
export const claimsOf = (worker: string) => `locutor.claim.${worker}`;

/** Frames for a channel of a node or worker; `*` for all of its channels. */
export const framesTo = (side: string, channel: string) => `locutor.to.${side}.${channel}`;

const FRAMES_TO = /^locutor\.to\.([\w-]+)\.([\w-]+)$/;

/** Whether a subject is one that frames may be sent to: nobody makes us publish elsewhere. */
export function isFrameSubject(subject: string): boolean {
  return FRAMES_TO.test(subject);
}

export function channelOf(subject: string): string | undefined {
  return FRAMES_TO.exec(subject)?.[2];
}
