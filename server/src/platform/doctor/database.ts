/** Checks of the database: version, clock, migrations, roles, indexes, jobs and the trail. */
import pg from 'pg';
import { tenants } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import { roleKinds, roleName, roleUrl } from '#platform/database/app-role.ts';
import { migrationState } from '#platform/database/migrate.ts';
import { queueSchema } from '#platform/jobs/worker-role.ts';
import type { Finding } from './finding.ts';

async function clockAndVersion(client: pg.Client): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await client.query<{ version: string; ms: number }>(
    `select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const { version, ms } = rows[0]!;
  const skew = Math.max(0, Math.abs(ms - (before + Date.now()) / 2) - (Date.now() - before)) / 1000;
  const isOff = skew > 1;
  return [
    { about: 'PostgreSQL', state: 'ok', text: version },
    {
      about: 'Clock',
      state: skew > 30 ? 'fault' : isOff ? 'warning' : 'ok',
      text: `${skew.toFixed(1)} s away from the database's`,
      ...(isOff && {
        todo: 'Run a time service (chrony) on both machines: tokens, deadlines and the trail depend on it.',
      }),
    },
  ];
}

async function migrations(client: pg.Client): Promise<Finding> {
  const { pending, waiting, changed, newer, unknown } = await migrationState(client);
  const about = 'Migrations';
  if (unknown.length > 0)
    return {
      about,
      state: 'fault',
      text: `the database has ${unknown.join(', ')}, which this version does not know`,
      todo: 'Run the version that made them, or a newer one.',
    };
  if (changed.length > 0)
    return {
      about,
      state: 'fault',
      text: `${changed.join(', ')} is another file than the one that was applied`,
      todo: 'Put the released files back.',
    };
  if (pending.length > 0)
    return {
      about,
      state: 'fault',
      text: `${pending.join(', ')} not applied`,
      todo: 'Start a server of this version.',
    };
  if (newer.length > 0)
    return {
      about,
      state: 'warning',
      text: `the database has ${newer.join(', ')} of a newer version`,
      todo: 'This version may go on; finish the update, or the way back (docs/guide/upgrades.md).',
    };
  if (waiting.length > 0)
    return {
      about,
      state: 'warning',
      text: `${waiting.join(', ')} waits`,
      todo: 'When all servers and workers have this version: npm run contract (docs/guide/upgrades.md).',
    };
  return { about, state: 'ok', text: 'all applied' };
}

async function roles(client: pg.Client, ownerUrl: string, { acceptedSecrets }: Config): Promise<Finding> {
  const about = 'Roles';
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const names = roleKinds.map((kind) => roleName(rows[0]!.name, kind));
  const { rows: found } = await client.query<{ rolname: string; isMighty: boolean; canLogin: boolean }>(
    `select rolname, rolsuper or rolbypassrls as "isMighty", rolcanlogin as "canLogin" from pg_roles where rolname = any($1)`,
    [names],
  );
  const missing = names.filter((name) => !found.some(({ rolname }) => rolname === name));
  if (missing.length > 0)
    return { about, state: 'fault', text: `${missing.join(', ')} missing`, todo: 'Start a server: it creates them.' };
  const mighty = found.filter(({ isMighty }) => isMighty).map(({ rolname }) => rolname);
  if (mighty.length > 0)
    return {
      about,
      state: 'fault',
      text: `${mighty.join(', ')} may see the rows of all brands`,
      todo: `alter role ${mighty[0]} nosuperuser nobypassrls`,
    };
  for (const { rolname } of found.filter(({ canLogin }) => canLogin))
    if (!(await canSignIn(ownerUrl, rolname, acceptedSecrets)))
      return {
        about,
        state: 'fault',
        text: `${rolname} cannot sign in with the password by JWT_SECRET`,
        todo: 'Set the JWT_SECRET of the servers; if it is lost, stop them all and run npm run secret:forget.',
      };
  return { about, state: 'ok', text: `${found.length}, none with more rights than needed` };
}

async function canSignIn(ownerUrl: string, role: string, secrets: readonly string[]): Promise<boolean> {
  for (const secret of secrets) {
    const client = new pg.Client({ connectionString: roleUrl(ownerUrl, role, secret), connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    const isIn = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isIn) return true;
  }
  return false;
}

async function indexes(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ invalid: string[]; isLeakproof: boolean }>(`select
    array(select indexrelid::regclass::text from pg_index where not indisvalid) as invalid,
    (select proleakproof from pg_proc where oid = 'textlike(text, text)'::regprocedure) as "isLeakproof"`);
  const { invalid, isLeakproof } = rows[0]!;
  return [
    invalid.length > 0
      ? {
          about: 'Indexes',
          state: 'fault',
          text: `${invalid.join(', ')} not valid`,
          todo: `reindex index concurrently ${invalid[0]}`,
        }
      : { about: 'Indexes', state: 'ok', text: 'all valid' },
    isLeakproof
      ? { about: 'Searches', state: 'ok', text: 'use their indexes' }
      : {
          about: 'Searches',
          state: 'warning',
          text: 'read all rows of a brand',
          todo: 'As a superuser: alter function textlike(text, text) leakproof',
        },
  ];
}

async function failedJobs(client: pg.Client): Promise<Finding> {
  const { rows: queue } = await client.query<{ hasQueue: boolean }>(
    `select to_regclass('${queueSchema}.job') is not null as "hasQueue"`,
  );
  const { rows } = queue[0]?.hasQueue
    ? await client.query<{ n: number }>(`select count(*)::int as n from ${queueSchema}.job where state = 'failed'`)
    : { rows: [] };
  const n = rows[0]?.n ?? 0;
  return n > 0
    ? { about: 'Jobs', state: 'warning', text: `${n} failed`, todo: 'Open Jobs as a superadmin, and retry them.' }
    : { about: 'Jobs', state: 'ok', text: 'none has failed' };
}

/** Seconds for which the oldest work waits for a worker, and the oldest entry of the trail for its seal, of any tenant. */
async function waits(client: pg.Client): Promise<{ outbox: number; trail: number }> {
  const found: { outbox: number; trail: number }[] = [];
  for (const tenant of tenants) {
    await client.query(`select set_config('app.tenant', $1, false)`, [tenant]);
    const { rows } = await client.query<{ outbox: number; trail: number }>(
      `select coalesce((select extract(epoch from now() - min(at)) from outbox where tenant = $1), 0)::float8 as outbox,
        coalesce((select extract(epoch from now() - min(at)) from audit where tenant = $1 and id > coalesce(
          (select to_id from trail_seal where tenant = $1 order by number desc limit 1), '00000000-0000-0000-0000-000000000000')), 0)::float8 as trail`,
      [tenant],
    );
    found.push(...rows);
  }
  return {
    outbox: Math.max(...found.map(({ outbox }) => outbox)),
    trail: Math.max(...found.map(({ trail }) => trail)),
  };
}

async function work(client: pg.Client): Promise<Finding[]> {
  const { outbox, trail } = await waits(client);
  const todo = 'Start npm run worker, or the servers without WORKER=0.';
  return [
    await failedJobs(client),
    outbox > 300
      ? { about: 'Worker', state: 'fault', text: `work waits for ${Math.round(outbox / 60)} minutes`, todo }
      : { about: 'Worker', state: 'ok', text: 'nothing waits' },
    trail > 86_400
      ? { about: 'Audit trail', state: 'warning', text: 'not sealed for a day', todo }
      : { about: 'Audit trail', state: 'ok', text: 'sealed; npm run trail:verify checks it' },
  ];
}

export async function examineDatabase(ownerUrl: string, config: Config): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'lectern doctor',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const first = await clockAndVersion(client);
    const applied = await migrations(client);
    // Without the tables there is nothing more to look at.
    if (applied.state === 'fault') return [...first, applied];
    return [
      ...first,
      applied,
      await roles(client, ownerUrl, config),
      ...(await indexes(client)),
      ...(await work(client)),
    ];
  } finally {
    await client.end();
  }
}
