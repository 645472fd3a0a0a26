/**
 * Client of pg that closes the connection on malformed or unexpected messages (pg would throw in a socket listener, which
 * ends the process), when its session ends, and when an answer is overdue.
 */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { traceQueries } from '#platform/tracing.ts';

/** Messages that our queries never cause; pg would continue with the next query's result. */
const unexpectedMessages = ['portalSuspended', 'emptyQuery', 'copyInResponse', 'copyData'];

type Listener = (bytes: Buffer) => void;
type Attaching = pg.Connection & { attachListeners(stream: Duplex): void };

export class GuardedClient extends pg.Client {
  /**
   * `deadlineMs`: time without any data while an answer is pending, after which the connection is closed, since lost
   * packets do not arrive later; default: none.
   */
  constructor(config?: pg.ClientConfig, deadlineMs?: number) {
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
    // FATAL ends the session. Close it now; otherwise the pool would lend it again before the socket closes.
    connection.on('errorMessage', ({ severity }: { severity?: string }) => {
      if (severity === 'FATAL') void this.end();
    });
    if (deadlineMs) this.#closeWhenOverdue(deadlineMs);
    traceQueries(this);
  }

  /** Uses the socket's timeout, which every read and write restarts; pg's `query_timeout` leaves the connection open. */
  #closeWhenOverdue(deadlineMs: number): void {
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    let isPending = false;
    this.query = ((...args: unknown[]) => {
      isPending = true;
      return query(...args);
    }) as typeof this.query;
    this.on('drain', () => {
      isPending = false;
    });
    this.once('connect', () => {
      const { stream } = this.connection;
      (stream as Socket).setTimeout(deadlineMs, () => {
        if (!isPending) return;
        stream.destroy(Object.assign(new Error('The database owes an answer for too long'), { code: 'ETIMEDOUT' }));
      });
    });
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
