/**
 * Rights of callers beyond their tokens: revocations (ended sessions, changed roles), valid API keys, and whether
 * instructors see only courses that name them. Each process caches a few small rows and refreshes them on use, so that a change takes effect
 * everywhere within a second (docs/decisions/0016, 0089).
 */
import { sql } from 'kysely';
import { type Role, type Tenant, tenants } from '#contract/kernel/endpoint.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { type Caller, accessTokenSeconds, readAccessToken } from './access-token.ts';
import { type ApiKey, readKeys } from './api-key.ts';

/** Maximum age of the cache in milliseconds; then callers wait for a refresh, and fail with it (503). */
const oldestMs = 1_000;
/** Age from which the cache is refreshed in the background, so that no request waits under load. */
const renewMs = 500;
/** Lifetime of a token, plus tolerance for clocks and long transactions. */
const keptSeconds = accessTokenSeconds + 10 * 60;

interface View {
  /** Session id → null: it ended. User id → the only role a token may have. */
  revoked: ReadonlyMap<string, Role | null>;
  /** The brand's instructors see only courses that name them. */
  areInstructorsNamed: boolean;
  /** Valid API keys by their hash. */
  keys: ReadonlyMap<string, ApiKey>;
}

async function read(db: Db): Promise<View> {
  const { rows } = await sql<{ subject: string | null; role: Role | null; areInstructorsNamed: boolean }>`
    select subject, role, instructor_courses = 'named' as are_instructors_named
    from brand_setting left join revocation on at > now() - make_interval(secs => ${keptSeconds})`.execute(db);
  return {
    revoked: new Map(rows.flatMap(({ subject, role }) => (subject === null ? [] : [[subject, role]]))),
    // Without settings they see the least.
    areInstructorsNamed: rows[0]?.areInstructorsNamed ?? true,
    keys: await readKeys(db),
  };
}

/** Cached view of one tenant. */
class Watch {
  readonly #db: Db;
  #view: View = { revoked: new Map(), areInstructorsNamed: true, keys: new Map() };
  /** Start time of the last refresh, which contains everything committed before. */
  #asOf = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns a promise only if the caller has to wait; most calls do not. */
  current(): View | Promise<View> {
    const age = performance.now() - this.#asOf;
    if (age < renewMs) return this.#view;
    if (age >= oldestMs) return this.since(performance.now() - oldestMs);
    // Nobody awaits this refresh; its error surfaces in the next one that is awaited.
    this.#renewed().catch(() => undefined);
    return this.#view;
  }

  /** View that is not older than `since`. Repeated, since a refresh already running may have started too long ago. */
  async since(since: number): Promise<View> {
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
   * Caller of a valid token whose session is active with the token's role; else undefined. Returns a promise only if it
   * has to wait, which most calls do not.
   */
  admittedCaller: (token: string) => Caller | undefined | Promise<Caller | undefined>;
  /** Valid API key of a brand by its hash; else undefined. */
  admittedKey: (tenant: Tenant, hash: string) => Promise<ApiKey | undefined>;
}

/** Caller, or undefined if the token was revoked. */
function admitted(caller: Caller, { revoked, areInstructorsNamed }: View): Caller | undefined {
  const role = revoked.get(caller.userId);
  if (revoked.has(caller.sessionId) || (role && role !== caller.role)) return undefined;
  return caller.role === 'instructor' && areInstructorsNamed ? { ...caller, isNamed: true } : caller;
}

export function watchRevocations(database: Database, secrets: readonly string[]): Revocations {
  const watches = Object.fromEntries(tenants.map((tenant) => [tenant, new Watch(database.tenant(tenant))])) as Record<
    Tenant,
    Watch
  >;
  function admit(caller: Caller | undefined) {
    if (!caller) return undefined;
    const view = watches[caller.tenant].current();
    return view instanceof Promise ? view.then((fresh) => admitted(caller, fresh)) : admitted(caller, view);
  }
  return {
    admittedCaller(token) {
      const caller = readAccessToken(token, secrets);
      return caller instanceof Promise ? caller.then(admit) : admit(caller);
    },
    async admittedKey(tenant, hash) {
      const watch = watches[tenant];
      const { keys } = await watch.current();
      // A key works as soon as it is created.
      return keys.get(hash) ?? (await watch.since(performance.now())).keys.get(hash);
    },
  };
}
