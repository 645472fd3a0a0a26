/**
 * Client of pg that closes the connection on malformed or unexpected messages; pg would throw in a socket listener, which
 * ends the process.
 */
import type { Duplex } from 'node:stream';
import pg from 'pg';

/** Messages that our queries never cause; pg would continue with the next query's result. */
const unexpectedMessages = ['portalSuspended', 'emptyQuery', 'copyInResponse', 'copyData'];

type Listener = (bytes: Buffer) => void;
type Attaching = pg.Connection & { attachListeners(stream: Duplex): void };

export class GuardedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // Without a listener, a lost connection would end the process; its query reports the error.
    this.on('error', () => undefined);
    const connection = this.connection as Attaching;
    for (const name of unexpectedMessages)
      connection.prependListener(name, () => {
        throw new Error(`Unexpected ${name}`);
      });
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      attach(stream);
      for (const listener of stream.listeners('data')) guard(stream, listener as Listener);
    };
  }
}

/**
 * Turns an exception of a listener into a connection error (08P01: protocol violation), which the pending query
 * receives.
 */
function guard(stream: Duplex, listener: Listener): void {
  stream.off('data', listener);
  stream.on('data', (bytes: Buffer) => {
    try {
      listener(bytes);
    } catch (cause) {
      stream.destroy(Object.assign(new Error('The database answers out of turn', { cause }), { code: '08P01' }));
    }
  });
}
