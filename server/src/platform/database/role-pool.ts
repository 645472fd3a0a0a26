/**
 * Pool of connections as a role. Its password is derived from one of two secrets while JWT_SECRET is being rotated, and
 * changes when the rotation ends (docs/decisions/0063).
 */
import pg from 'pg';

/** URL of a role; an `attempt` may have the next of several passwords. Called for every connection. */
export type RoleUrl = (attempt?: number) => string;

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Whether PostgreSQL, or a pooler before it, refused a role or its password. */
export const isLoginRefused = (error: unknown): boolean =>
  error instanceof Error &&
  (/^28...$/.test((error as { code?: string }).code ?? '') || /authentication failed/i.test(error.message));

export class RolePool extends pg.Pool {
  readonly #url: RoleUrl;
  /** Last attempt that was not refused. */
  readonly #attempt: { now: number };

  constructor(url: RoleUrl, Client: new (config: pg.ClientConfig) => pg.Client, config: pg.PoolConfig) {
    const attempt = { now: 0 };
    super({
      ...config,
      Client: class extends Client {
        constructor(options: pg.ClientConfig) {
          super({ ...options, connectionString: url(attempt.now) });
        }
      } as never,
    });
    this.#url = url;
    this.#attempt = attempt;
    // A lost idle connection is replaced by the next query; without a listener it would end the process.
    this.on('error', () => undefined);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (!connected)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    const tried = this.#attempt.now;
    super.connect((error, client, done) => {
      if (!error || !isLoginRefused(error) || this.#url(tried) === this.#url(tried + 1))
        return connected(error, client, done);
      // Another connection may have moved on meanwhile.
      if (this.#attempt.now === tried) this.#attempt.now += 1;
      super.connect(connected);
    });
  }
}

/** Milliseconds for which a login that succeeded counts. */
const loginMs = 5_000;

/**
 * Function that rejects if PostgreSQL refuses a new login: connections that are open outlive a change of the role. Other
 * errors, such as too many connections, do not concern those that are open.
 */
export function loginCheck(pool: pg.Pool): () => Promise<void> {
  let next = 0;
  let checking: Promise<void> | undefined;
  const check = async () => {
    try {
      (await pool.connect()).release(true);
    } catch (error) {
      if (isLoginRefused(error)) throw error;
    }
    next = performance.now() + loginMs;
  };
  return async () => {
    if (performance.now() < next) return;
    checking ??= check().finally(() => (checking = undefined));
    await checking;
  };
}
