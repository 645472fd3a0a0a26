/** Empty database owned by a role like at a hosted PostgreSQL: no superuser, subject to row-level security. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Tenant, tenants } from '#contract/kernel/endpoint.ts';

type Rows = Record<string, unknown>[];

export interface OwnedDatabase {
  /** URL of the owner. */
  ownerUrl: string;
  /**
   * Runs SQL as a superuser, past all policies. Audit triggers run as the owner and need a tenant: `tenant`, or the
   * first value if that is one.
   */
  ask(text: string, values?: unknown[], tenant?: Tenant): Promise<Rows>;
  drop(): Promise<void>;
}

/** Creates the database; its role has only the privileges that the README requires. */
export async function ownedDatabase(): Promise<OwnedDatabase> {
  const name = `owned_${randomBytes(6).toString('hex')}`;
  const cluster = new pg.Client(inject('ownerUrl'));
  await cluster.connect();
  await cluster.query(`create role ${name} login password 'x' createrole`);
  await cluster.query(`create database ${name} owner ${name}`);
  const superUrl = new URL(inject('ownerUrl'));
  superUrl.pathname = name;
  const ownerUrl = new URL(superUrl);
  ownerUrl.username = name;
  ownerUrl.password = 'x';
  return {
    ownerUrl: ownerUrl.href,
    // A new connection each time, since a restore requires that nobody is connected.
    async ask(text, values, tenant = tenants.find((one) => one === values?.[0])) {
      const client = new pg.Client({
        connectionString: superUrl.href,
        ...(tenant && { options: `-c app.tenant=${tenant}` }),
      });
      await client.connect();
      const { rows } = await client.query(text, values).finally(() => client.end());
      return rows as Rows;
    },
    async drop() {
      await cluster.query(`drop database ${name} with (force)`);
      const { rows } = await cluster.query<{ role: string }>(
        `select quote_ident(rolname) as role from pg_roles where rolname = $1 or rolname like $2 order by rolname = $1`,
        [name, `lectern\\_${name}\\_%`],
      );
      for (const { role } of rows) await cluster.query(`drop owned by ${role}; drop role ${role}`);
      await cluster.end();
    },
  };
}

/** Rows of all tables as text, sorted. */
export async function contentOf({ ask }: Pick<OwnedDatabase, 'ask'>): Promise<Record<string, string[]>> {
  const tables = await ask(`select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and (relnamespace = 'public'::regnamespace or oid = 'migration.applied'::regclass) order by 1`);
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await ask(`select to_jsonb(t)::text as row from ${String(name)} t order by 1`);
    content[String(name)] = rows.map(({ row }) => String(row));
  }
  return content;
}

/** Schema as text: tables, columns, keys, indexes, policies, privileges, triggers and functions. */
export async function formOf({ ask }: Pick<OwnedDatabase, 'ask'>): Promise<string[]> {
  const rows = await ask(`
    select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_policies::text from pg_policies where schemaname = 'public'
    union all select format('%s %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    union all select format('%s %s %s %s', oid::regclass, relrowsecurity, relforcerowsecurity, relacl)
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    union all select format('%s.%s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated)
      from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by 1`);
  // Role names contain the database's name.
  return rows.map(({ line }) => String(line).replaceAll(/owned_[0-9a-f]{12}/g, 'owned'));
}
