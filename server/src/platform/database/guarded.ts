/**
 * A client of pg for which a message that is no PostgreSQL's, or comes out of turn, ends the connection. In pg it throws
 * where the bytes arrive, which ends the process.
 */
import type { Duplex } from 'node:stream';
import pg from 'pg';

/** We read every row at once, and copy nothing over these connections; pg would go on with the next query's answer. */
const unasked = ['portalSuspended', 'emptyQuery', 'copyInResponse', 'copyData'];

type Listener = (bytes: Buffer) => void;
type Attaching = pg.Connection & { attachListeners(stream: Duplex): void };

export class GuardedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // Unheard, the loss of a connection in use would end the process; its query fails and says so.
    this.on('error', () => undefined);
    const connection = this.connection as Attaching;
    for (const name of unasked)
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

/** Whoever waits for an answer of the connection gets the error (08P01: protocol violation). */
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
