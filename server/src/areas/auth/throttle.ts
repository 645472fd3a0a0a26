/**
 * Limits of password attempts (domain.md, Sign-in; docs/decisions/0016): in 15 minutes, ten failures per user and thirty
 * per address over all brands; continued failures cause longer waits. Known browsers, which have signed in before, are
 * counted separately, so that strangers cannot lock them out. Attempts from many addresses at one brand are slowed down
 * instead of refused (docs/decisions/0039): otherwise an attacker could lock the whole brand.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Tenant, tenants } from '#contract/kernel/endpoint.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';
import { FairQueue } from '#platform/fair-queue.ts';
import type { Origin } from '#platform/session/address.ts';

interface Limit {
  max: number;
  seconds: number;
}

const quarter = 15 * 60;
const hour = 3600;
/** Maximum of failures for one user by strangers, or by one known browser. */
export const maxFailuresPerUser = 10;
const ofUser: readonly Limit[] = [
  { max: maxFailuresPerUser, seconds: quarter },
  { max: 20, seconds: hour },
  { max: 40, seconds: 6 * hour },
  { max: 60, seconds: 24 * hour },
];
/** Limits by width of network: one person can have many IPv6 addresses, and several networks. */
const maxFailuresPer = { address: 30, network56: 90, network48: 270 } as const satisfies Record<keyof Origin, number>;
/** Number of failures by all strangers at a brand from which on their attempts are delayed. */
const manyInTenant = 500;
const slowMs = 1_000;

/** Timeout for the queries of other brands, so that a failing one does not block this brand's sign-in. */
const patienceMs = 1_000;

export interface SignInTry {
  email: string;
  origin: Origin;
  /** Id of a known browser, or of the session that confirms its password; null: a stranger. */
  device: string | null;
}

/** Seconds until fewer than `max` failures count; 0: now. `ages`: of the failures, youngest first, including this one. */
function waitOf(ages: readonly number[], { max, seconds }: Limit): number {
  const age = ages[max];
  return age !== undefined && age < seconds ? Math.max(1, Math.ceil(seconds - age)) : 0;
}

const ageInSeconds = sql<number>`extract(epoch from now() - at)::float8`;
const within = (seconds: number) => sql<boolean>`at > now() - make_interval(secs => ${seconds})`;

async function agesOfUser(db: Db, { email, device }: SignInTry): Promise<number[]> {
  const failures = db
    .selectFrom('signInFailure')
    .select(ageInSeconds.as('age'))
    .where(within(24 * hour));
  const ofUserOrDevice =
    device === null
      ? failures.where('email', '=', email).where('device', 'is', null)
      : failures.where('device', '=', device);
  const rows = await ofUserOrDevice.orderBy('at', 'desc').limit(61).execute();
  return rows.map(({ age }) => age);
}

interface FromNetwork extends Origin {
  age: number;
}

/** Failures by strangers from the widest network of an address. */
const fromNetwork = (db: Db, { address, network48 }: Origin): Promise<FromNetwork[]> =>
  db
    .selectFrom('signInFailure')
    .select(['address', 'network56', 'network48', ageInSeconds.as('age')])
    .where(within(quarter))
    .where('device', 'is', null)
    .where(network48 === null ? 'address' : 'network48', '=', network48 ?? address)
    .orderBy('at', 'desc')
    .limit(maxFailuresPer.network48 + 1)
    .execute();

const inTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([
    work.catch(() => otherwise),
    new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), patienceMs).unref()),
  ]);

/** Seconds to wait for an address and its networks. Counts all brands: the caller chooses the brand of an attempt. */
async function waitOfNetworks(database: Database, tenant: Tenant, origin: Origin): Promise<number> {
  const failuresByTenant = await Promise.all(
    tenants.map((one) => {
      const failures = fromNetwork(database.tenant(one), origin);
      return one === tenant ? failures : inTime(failures, []);
    }),
  );
  const all = failuresByTenant.flat().toSorted((a, b) => a.age - b.age);
  const waits = (['address', 'network56', 'network48'] as const)
    .filter((width) => origin[width] !== null)
    .map((width) => {
      const same = all.filter((failure) => failure[width] === origin[width]).map(({ age }) => age);
      return waitOf(same, { max: maxFailuresPer[width], seconds: quarter });
    });
  return Math.max(...waits);
}

async function isGuessedAt(db: Db): Promise<boolean> {
  const many = await db
    .selectFrom('signInFailure')
    .select('id')
    .where(within(quarter))
    .where('device', 'is', null)
    .orderBy('at', 'desc')
    .offset(manyInTenant)
    .limit(1)
    .executeTakeFirst();
  return many !== undefined;
}

/**
 * Queue of password comparisons, which cost 19 MB and 30 ms of a core each. Networks take turns, so that each waits for
 * at most one attempt of every other; known browsers come first.
 */
const comparisons = new FairQueue({ atOnce: 3, maxPerParty: 50, maxTotal: 1_000 });

export interface Attempt {
  /** Failures for this user by strangers in the last 15 minutes, including this one; 0 for a known browser. */
  failures: number;
  /** Seconds to wait before the password may be compared; 0: now. */
  wait: number;
  /** Compares the password when its turn comes. 503 if the queue is full; the attempt is then withdrawn. */
  inTurn: <T>(compare: () => Promise<T>) => Promise<T>;
  /** Deletes this attempt and the failures counted with it: those by strangers, or those of the known browser. */
  succeeded: () => Promise<void>;
}

/**
 * Records an attempt as failed before the comparison, so that concurrent attempts cannot exceed the limit. An attempt
 * that has to wait is not counted; otherwise the wait would never end.
 */
export async function recordTry(database: Database, tenant: Tenant, attempt: SignInTry): Promise<Attempt> {
  const db = database.tenant(tenant);
  const { origin, device } = attempt;
  const email = attempt.email.toLowerCase();
  const { id } = await db
    .insertInto('signInFailure')
    .values({ email, device, ...origin })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [ages, ofNetworks, isSlow] = await Promise.all([
    agesOfUser(db, { email, origin, device }),
    device === null ? waitOfNetworks(database, tenant, origin) : 0,
    device === null && isGuessedAt(db),
  ]);
  const wait = Math.max(...ofUser.map((limit) => waitOf(ages, limit)), ofNetworks);
  if (wait === 0 && isSlow) await sleep(slowMs);
  const withdraw = () => db.deleteFrom('signInFailure').where('id', '=', id).execute();
  if (wait > 0) await withdraw();
  const party = device ?? origin.network48 ?? origin.address;
  return {
    failures: device === null ? ages.filter((age) => age < quarter).length : 0,
    wait,
    inTurn: (compare) =>
      comparisons.run(party, device !== null, compare).catch(async (error: unknown) => {
        await withdraw();
        throw error;
      }),
    succeeded: async () => {
      const forgotten = db.deleteFrom('signInFailure');
      await (
        device === null
          ? forgotten.where('email', '=', email).where('device', 'is', null)
          : forgotten.where('device', '=', device)
      ).execute();
    },
  };
}

/** 429 with Retry-After in seconds. */
export const tooManyTries = (wait: number) =>
  new HttpError(429, 'Too many failed tries; please wait a few minutes and try again', { retryAfter: wait });
