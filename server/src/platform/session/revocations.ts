/**
 * What access tokens say and is true no longer: sessions that ended, users with another role. Every process keeps the
 * last minutes' lines of a tiny table in memory and reads them anew while it is asked, so that what ends anywhere is
 * over everywhere within a second (docs/decisions/0016).
 */
import { sql } from 'kysely';
import { type Role, type Tenant, tenants } from '#contract/kernel.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { type Caller, accessTokenSeconds, readAccessToken } from './access-token.ts';

/** A view older than this is not believed: whoever asks waits for a new one, and fails with it (503). */
const oldestMs = 1_000;
/** From this age on it is read anew while the old one still answers, so that under load nobody waits. */
const renewMs = 500;
/** As long as a token lives, and what clocks and long transactions may be off. */
const keptSeconds = accessTokenSeconds + 10 * 60;

/** Session → null: it ended. User → the only role that a token may name. */
type View = ReadonlyMap<string, Role | null>;

async function read(db: Db): Promise<View> {
  const { rows } = await sql<{ subject: string; role: Role | null }>`select subject, role from revocation
    where at > now() - make_interval(secs => ${keptSeconds})`.execute(db);
  return new Map(rows.map(({ subject, role }) => [subject, role]));
}

/** The present view of one tenant. */
class Watch {
  readonly #db: Db;
  #view: View = new Map();
  /** When the reading of the view began: what was committed before is in it. */
  #asOf = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** A promise only where somebody has to wait: most calls of a busy server do not. */
  present(): View | Promise<View> {
    const age = performance.now() - this.#asOf;
    if (age < renewMs) return this.#view;
    if (age >= oldestMs) return this.#fresh();
    // Nobody waits for this one; when it fails, the next who must wait is told.
    this.#renewed().catch(() => undefined);
    return this.#view;
  }

  /** A reading that was under way already may have begun too long ago. */
  async #fresh(): Promise<View> {
    const since = performance.now() - oldestMs;
    do await this.#renewed();
    while (this.#asOf < since);
    return this.#view;
  }

  #renewed(): Promise<void> {
    const began = performance.now();
    this.#reading ??= read(this.#db)
      .then((view) => {
        this.#asOf = began;
        this.#view = view;
      })
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }
}

export interface Revocations {
  /**
   * The caller of a good token whose session goes on with the role that it names; undefined: please sign in. A promise
   * only where something must be waited for: at most calls nothing is.
   */
  admittedCaller: (token: string) => Caller | undefined | Promise<Caller | undefined>;
}

/** The caller, unless the token says what is true no longer. */
function admitted(caller: Caller, view: View): Caller | undefined {
  const role = view.get(caller.userId);
  return view.has(caller.sessionId) || (role && role !== caller.role) ? undefined : caller;
}

export function watchRevocations(database: Database, secret: string): Revocations {
  const watches = Object.fromEntries(tenants.map((tenant) => [tenant, new Watch(database.tenant(tenant))])) as Record<
    Tenant,
    Watch
  >;
  function admit(caller: Caller | undefined) {
    if (!caller) return undefined;
    const view = watches[caller.tenant].present();
    return view instanceof Promise ? view.then((fresh) => admitted(caller, fresh)) : admitted(caller, view);
  }
  return {
    admittedCaller(token) {
      const caller = readAccessToken(token, secret);
      return caller instanceof Promise ? caller.then(admit) : admit(caller);
    },
  };
}
