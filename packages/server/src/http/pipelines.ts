import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Pipeline } from './pipeline.ts';

const pipelines = new WeakMap<Socket, Pipeline>();

/**
 * Has the requests of one connection served one after the other, each once the answer before it has been sent. A client
 * that pipelines requests and reads no answers gets no further than the first, and nothing more is read from it.
 * `refuse` answers the connection of a client that pipelines too many.
 */
export function inTurn(handler: RequestListener, refuse: (socket: Socket) => void): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    let pipeline = pipelines.get(socket);
    if (!pipeline) {
      pipeline = new Pipeline(socket, () => refuse(socket));
      pipelines.set(socket, pipeline);
    }
    pipeline.accept(request, response, handler);
  };
}

/** Does something in the place of a request that cannot be read: after those before it have been answered. */
export function inPlaceOfRequest(socket: Socket, end: () => void): void {
  const pipeline = pipelines.get(socket);
  if (pipeline) pipeline.replaceUnread(end);
  else end();
}

/** Whether requests of the connection wait for their turn, so that nothing is read from it. */
export function hasWaiting(socket: Socket): boolean {
  return pipelines.get(socket)?.isOccupied ?? false;
}
