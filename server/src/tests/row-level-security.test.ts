/** Tests with the database catalogue that no table lets a tenant read or change another tenant's rows. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { fillTenants } from '#shared/testing/sample.ts';
import { roleName } from '#platform/database/app-role.ts';

/** Tables without a tenant; the app may have no right on any of them. */
const isWithoutTenant = (table: string) => /^(migration|pgboss)\./.test(table);

let target: TestDatabase;
/** Role of one tenant; the others are created alike. */
let role: string;
let owner: pg.Client;
/** Every table, quoted, with its schema unless that is public. */
let tables: string[];
let tenantTables: string[];

type Row = Record<string, unknown>;
const ask = async (text: string, values: unknown[] = []) => (await owner.query<Row>(text, values)).rows;

/** Runs queries with the role that the server uses for the tenant. */
async function as<Result>(
  tenant: Tenant,
  work: (ask: (text: string) => Promise<Row[]>) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(target.appUrl(tenant));
  await client.connect();
  try {
    return await work(async (text) => (await client.query<Row>(text)).rows);
  } finally {
    await client.end();
  }
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: pg.DatabaseError) => `${error.code} ${error.message}`,
  );
const may = async (table: string, privilege: string) =>
  (await ask('select has_table_privilege($1, $2, $3) as may', [role, table, privilege]))[0]?.['may'] === true;

beforeAll(async () => {
  target = await testDatabase();
  role = roleName(target.name, 'coding');
  owner = new pg.Client(target.ownerUrl);
  await owner.connect();
  await fillTenants((text, values) => ask(text, values));
  const found = await ask(`select oid::regclass::text as name from pg_class where relkind in ('r', 'p')
    and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema') order by 1`);
  tables = found.map((row) => String(row['name']));
  tenantTables = tables.filter((table) => !isWithoutTenant(table));
});
afterAll(async () => {
  await owner.end();
  await target.drop();
});

describe('every table of the catalogue', () => {
  it('is listed', () => {
    expect(tables).toEqual(
      expect.arrayContaining([
        '"user"',
        'audit',
        'course',
        '"order"',
        'tracking_document',
        'migration.applied',
        'migration.secret',
        'pgboss.job_common',
      ]),
    );
  });

  it('has forced row-level security, and a policy only for each tenant’s roles and the owner', async () => {
    const bare = await ask(
      `select oid::regclass::text as name from pg_class where oid = any($1::regclass[]) and not (
      relrowsecurity and relforcerowsecurity)`,
      [tenantTables],
    );
    expect(bare).toEqual([]);
    const policies = await ask(
      `select distinct polrelid::regclass::text as name, polname as policy, array_to_string(polroles::regrole[], ',') as role,
        pg_get_expr(polqual, polrelid) as seen, polpermissive as permissive, polcmd as command, polwithcheck is null as same
        from pg_policy order by 1, 2`,
    );
    const policy = (name: string, to: string, seen: unknown) => (table: string) => ({
      name: table,
      policy: name,
      role: to,
      seen,
      permissive: true,
      command: '*',
      same: true,
    });
    const each = [
      ...tenants.map((tenant) => policy(tenant, roleName(target.name, tenant), `(tenant = '${tenant}'::text)`)),
      // rights-by-course.test.ts
      ...tenants.map((tenant) => {
        const seen = expect.stringMatching(new RegExp(`^\\(+tenant = '${tenant}'::text\\)`));
        const named = policy(`named_${tenant}`, roleName(target.name, `named_${tenant}`), seen);
        return (table: string) => ({ ...named(table), same: table !== 'course' });
      }),
      policy('owner', 'lectern_owner', '(tenant = current_tenant())'),
    ];
    expect(policies).toEqual(tenantTables.toSorted().flatMap((table) => each.map((expected) => expected(table))));
  });

  it('without a tenant is closed to the app', async () => {
    const open = await Promise.all(
      tables
        .filter(isWithoutTenant)
        .map(async (table) => [table, await as('coding', (query) => refusal(query(`select * from ${table}`)))]),
    );
    expect(open.filter(([, refusal]) => !refusal?.startsWith('42501'))).toEqual([]);
  });

  it('is not readable by the app through a view, which would use its owner’s rights', async () => {
    const views = await ask(
      `select oid::regclass::text as name from pg_class where relkind in ('v', 'm', 'f')
      and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema') and has_table_privilege($1, oid, 'select')`,
      [role],
    );
    expect(views).toEqual([]);
  });

  it('is referenced by foreign keys only within the tenant', async () => {
    const crossing = await ask(
      `select conrelid::regclass::text as name, conname from pg_constraint fk where contype = 'f' and conrelid = any($1::regclass[])
      and not exists (select 1 from unnest(conkey, confkey) as pair (here, there)
        join pg_attribute a on a.attrelid = fk.conrelid and a.attnum = here and a.attname = 'tenant'
        join pg_attribute b on b.attrelid = fk.confrelid and b.attnum = there and b.attname = 'tenant')`,
      [tenantTables],
    );
    expect(crossing).toEqual([]);
  });
});

describe('rows', () => {
  it('exist in the sample, for every table and tenant', async () => {
    for (const table of tenantTables) {
      const rows = await ask(`select tenant from ${table} group by tenant order by tenant`);
      expect([table, ...rows.map((row) => row['tenant'])]).toEqual([table, ...tenants]);
    }
  });

  it('are invisible to a role that is no tenant, whatever it sets', async () => {
    const nobody = `nobody_${target.name}`;
    await ask(`create role ${nobody} in role ${roleName(target.name, 'app')}`);
    await ask(`set role ${nobody}; set app.tenant = 'coding'`);
    for (const table of tenantTables) expect([table, await ask(`select * from ${table}`)]).toEqual([table, []]);
    await ask(`reset role; reset app.tenant; drop role ${nobody}`);
  });

  it('of other tenants can be neither read nor deleted', async () => {
    await as('coding', async (query) => {
      for (const table of tenantTables) {
        expect([table, await query(`select distinct tenant from ${table}`)]).toEqual([table, [{ tenant: 'coding' }]]);
        if (await may(table, 'delete'))
          expect([table, await query(`delete from ${table} where tenant <> 'coding' returning 1`)]).toEqual([
            table,
            [],
          ]);
      }
    });
  });

  it('cannot be inserted for another tenant', async () => {
    await as('coding', async (query) => {
      for (const table of tenantTables) {
        const expected = (await may(table, 'insert'))
          ? /^42501 new row violates row-level security policy/
          : /^42501 permission denied/;
        expect([table, await refusal(query(`insert into ${table} (tenant) values ('cyber')`))]).toEqual([
          table,
          expect.stringMatching(expected),
        ]);
      }
    });
  });

  it('cannot be moved to another tenant', async () => {
    await as('coding', async (query) => {
      for (const table of tenantTables) {
        expect([table, await refusal(query(`update ${table} set tenant = 'cyber'`))]).toEqual([
          table,
          expect.stringMatching(/^42501 (new row violates row-level security policy|permission denied)/),
        ]);
      }
    });
  });

  it('cannot be linked to another tenant’s row', async () => {
    const idOf = async (table: string, tenant: string) =>
      String((await ask(`select id from ${table} where tenant = $1 limit 1`, [tenant]))[0]?.['id']);
    const [user, foreignCourse] = [await idOf('"user"', 'coding'), await idOf('course', 'cyber')];
    const link = `insert into course_user (course_id, user_id) values ('${foreignCourse}', '${user}')`;
    expect(await as('coding', (query) => refusal(query(link)))).toMatch(/^23503/);
  });
});

describe('a tenant’s role', () => {
  const forbidden = /^42501 permission denied/;

  it('belongs to its tenant, whatever it sets', async () => {
    await as('coding', async (query) => {
      const tenantsSeen = () => query('select distinct tenant from "user"');
      await query(`set app.tenant = 'cyber'`);
      expect(await tenantsSeen()).toEqual([{ tenant: 'coding' }]);
      expect(
        await refusal(query(`insert into course (tenant, type, name, slug) values ('cyber', 0, 'x', 'x')`)),
      ).toMatch(/^42501 new row violates row-level security policy/);
      expect(await refusal(query(`set role ${roleName(target.name, 'cyber')}`))).toMatch(/^42501 permission denied/);
      expect(await refusal(query(`set session authorization ${roleName(target.name, 'cyber')}`))).toMatch(forbidden);
      await query(`set role ${roleName(target.name, 'app')}`);
      expect(await tenantsSeen()).toEqual([]);
    });
  });

  it('writes the audit row and count of its change, and neither directly', async () => {
    await as('coding', async (query) => {
      const counted = async () =>
        (await query(`select coalesce(sum(n), 0)::int as n from row_count where table_name = 'user'`))[0]?.['n'];
      const before = Number(await counted());
      const [made] = await query(
        `insert into "user" (email, name, password_hash, role) values ('forge@sample.test', 'F', '-', 'member') returning id`,
      );
      expect(await counted()).toBe(before + 1);
      expect(await query(`select tenant, action from audit where record_id = '${String(made?.['id'])}'`)).toEqual([
        { tenant: 'coding', action: 'create' },
      ]);
      for (const text of [
        `insert into audit (actor_name, table_name, record_id, action) values ('Sari', 'user', 'x', 'delete')`,
        `update row_count set n = 0`,
        `delete from row_count`,
        `insert into row_count (table_name, slot, n) values ('user', 99, 1)`,
        `update course set total_members = total_members + 1`,
        `update "user" set total_courses = total_courses + 1`,
        `insert into course (type, name, slug, total_members) values (0, 'Forged', 'forged', 9)`,
      ])
        expect([text, await refusal(query(text))]).toEqual([text, expect.stringMatching(forbidden)]);
    });
  });

  it('cannot use the functions of the audit trail or the counts in triggers of its own tables', async () => {
    await as('coding', async (query) => {
      await query('create temp table "user" (tenant text, id text)');
      for (const text of [
        `create trigger forged after insert on pg_temp."user" for each row execute function audit_row('user')`,
        `create trigger forged after insert on pg_temp."user" referencing new table as changed for each statement execute function keep_count()`,
      ])
        expect([text, await refusal(query(text))]).toEqual([text, expect.stringMatching(forbidden)]);
    });
  });

  it('cannot bypass the policies', async () => {
    expect(
      await ask(
        'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = $1',
        [role],
      ),
    ).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false },
    ]);
    expect(
      await ask('select roleid::regrole::text as name from pg_auth_members where member = $1::regrole', [role]),
    ).toEqual([{ name: roleName(target.name, 'app') }]);
  });

  it('owns nothing and cannot create anything', async () => {
    expect(
      await ask(
        `select 1 from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = $1::regrole and deptype = 'o'`,
        [role],
      ),
    ).toEqual([]);
    expect(await ask(`select nspname from pg_namespace where has_schema_privilege($1, oid, 'create')`, [role])).toEqual(
      [],
    );
    expect(await ask(`select has_database_privilege($1, current_database(), 'create') as may`, [role])).toEqual([
      { may: false },
    ]);
  });

  it.each(['truncate', 'references', 'trigger', 'maintain'])('cannot %s any table', async (privilege) => {
    for (const table of tables) expect([table, await may(table, privilege)]).toEqual([table, false]);
  });

  it('cannot call any function with another role’s rights, except to record a security event, to move a person’s rows, to erase a person, to remove old entries of the trail and to see standbys, and those functions have a fixed search path', async () => {
    const definers = await ask(
      `select proname as name, has_function_privilege($1, oid, 'execute') as callable, proconfig as settings from pg_proc
        where prosecdef and pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema') order by 1`,
      [role],
    );
    expect(definers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['audit_event', 'audit_row', 'keep_count', 'keep_listed_count']),
    );
    const callable = new Set([
      'audit_event',
      'erase_rows',
      'erase_texts',
      'erase_tracked',
      'erase_trail',
      'move_person_rows',
      'replication_lag',
      'retire_trail',
    ]);
    for (const definer of definers)
      expect(definer).toEqual({
        ...definer,
        callable: callable.has(String(definer['name'])),
        settings: expect.arrayContaining(['search_path=pg_catalog, public, pg_temp']) as string[],
      });
  });
});
