/**
 * How often a password may be tried (domain.md, Sign-in; docs/decisions/0016): ten failures for a user, thirty from an
 * address whatever the brand, in 15 minutes, and longer waits for who goes on. A browser that has signed in before is
 * counted by itself, so that strangers lock out strangers alone. Guesses of many addresses at one brand are not refused
 * but slowed down (docs/decisions/0041): a lock of the brand would be theirs to turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Tenant, tenants } from '#contract/kernel.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';
import { FairQueue } from '#platform/fair-queue.ts';
import type { Origin } from '#platform/session/address.ts';

interface Limit {
  most: number;
  seconds: number;
}

const quarter = 15 * 60;
const hour = 3600;
/** Of one user by strangers, or of one known browser. */
export const mostByUser = 10;
const ofUser: readonly Limit[] = [
  { most: mostByUser, seconds: quarter },
  { most: 20, seconds: hour },
  { most: 40, seconds: 6 * hour },
  { most: 60, seconds: 24 * hour },
];
/** One person has as many IPv6 addresses as they like, and may have many networks. */
const mostBy = { address: 30, network56: 90, network48: 270 } as const satisfies Record<keyof Origin, number>;
/** Failures of all strangers together from which on each of their tries waits before it is looked at. */
const manyInTenant = 500;
const slowMs = 1_000;

/** How long a sign-in waits for what another brand's database says: its trouble stays its own. */
const patienceMs = 1_000;

export interface Try {
  email: string;
  origin: Origin;
  /** Of a known browser, or of a session that gives its password again; null: a stranger. */
  device: string | null;
}

/** Seconds until less than `most` of the failures (their ages, youngest first, this one included) count; 0: now. */
function waitOf(ages: readonly number[], { most, seconds }: Limit): number {
  const age = ages[most];
  return age !== undefined && age < seconds ? Math.max(1, Math.ceil(seconds - age)) : 0;
}

const ageInSeconds = sql<number>`extract(epoch from now() - at)::float8`;
const within = (seconds: number) => sql<boolean>`at > now() - make_interval(secs => ${seconds})`;

async function agesOfUser(db: Db, { email, device }: Try): Promise<number[]> {
  const failures = db
    .selectFrom('signInFailure')
    .select(ageInSeconds.as('age'))
    .where(within(24 * hour));
  const theirs =
    device === null
      ? failures.where('email', '=', email).where('device', 'is', null)
      : failures.where('device', '=', device);
  const rows = await theirs.orderBy('at', 'desc').limit(61).execute();
  return rows.map(({ age }) => age);
}

interface FromNetwork extends Origin {
  age: number;
}

/** Failures of strangers from the widest network of an address. */
const fromNetwork = (db: Db, { address, network48 }: Origin): Promise<FromNetwork[]> =>
  db
    .selectFrom('signInFailure')
    .select(['address', 'network56', 'network48', ageInSeconds.as('age')])
    .where(within(quarter))
    .where('device', 'is', null)
    .where(network48 === null ? 'address' : 'network48', '=', network48 ?? address)
    .orderBy('at', 'desc')
    .limit(mostBy.network48 + 1)
    .execute();

const inTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([
    work.catch(() => otherwise),
    new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), patienceMs).unref()),
  ]);

/** The caller names the brand: an address that could choose another would have its tries again. */
async function waitOfNetworks(database: Database, tenant: Tenant, origin: Origin): Promise<number> {
  const found = await Promise.all(
    tenants.map((one) => {
      const failures = fromNetwork(database.tenant(one), origin);
      return one === tenant ? failures : inTime(failures, []);
    }),
  );
  const all = found.flat().toSorted((a, b) => a.age - b.age);
  const waits = (['address', 'network56', 'network48'] as const)
    .filter((width) => origin[width] !== null)
    .map((width) => {
      const same = all.filter((failure) => failure[width] === origin[width]).map(({ age }) => age);
      return waitOf(same, { most: mostBy[width], seconds: quarter });
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
 * Comparing a password costs 19 MB and a core's 30 ms. Networks take turns, so that one computer waits for no more than
 * one try of each other; known browsers come first.
 */
const comparisons = new FairQueue({ atOnce: 3, mostOfOne: 50, mostOfAll: 1_000 });

export interface Attempt {
  /** Failures of this user by strangers in the last 15 minutes, this one included; 0 for a known browser. */
  failures: number;
  /** Seconds to wait before the password is looked at; 0: it may be. */
  wait: number;
  /** Compares the password in its turn. 503 when too many wait for theirs; the try is withdrawn then. */
  inTurn: <T>(compare: () => Promise<T>) => Promise<T>;
  /** Withdraws the try, and the failures before it. */
  succeeded: () => Promise<void>;
}

/**
 * Notes a try as failed before it is made, so that many at once cannot slip through. One that has to wait is not
 * counted, or nobody would ever get in again.
 */
export async function noteTry(database: Database, tenant: Tenant, attempt: Try): Promise<Attempt> {
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

/** 429 with Retry-After. */
export const tooManyTries = (wait: number) =>
  new HttpError(429, 'Too many failed tries; please wait a few minutes and try again', { retryAfter: wait });
