/**
 * End of a server behind a balancer: it reports that it is not ready and closes each connection with the next reply,
 * while it serves everything that still arrives (docs/decisions/0064).
 */
import { type IncomingMessage, ServerResponse } from 'node:http';

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain;
  }
}

export interface Drain {
  isEnding: boolean;
  /** Class for the server's responses; headers are written last, so running requests close their connections too. */
  Response: typeof ServerResponse;
}

export function newDrain(): Drain {
  const drain = {
    isEnding: false,
    Response: class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
      override writeHead(...args: never[]): this {
        if (drain.isEnding) this.shouldKeepAlive = false;
        return super.writeHead(...(args as unknown as [number]));
      }
    },
  };
  return drain;
}
