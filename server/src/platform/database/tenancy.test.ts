import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants } from '#contract/kernel.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { fillTenants } from '../../testing/sample.ts';

const role = 'lectern_app';

/** Tables without a tenant; the app must have no right on any of them. */
const withoutTenant = ['migration.applied'];

let given: TestDatabase;
let owner: pg.Client;
/** Every table, quoted, with its schema unless that is public. */
let tables: string[];
let tenantTables: string[];

type Row = Record<string, unknown>;
const ask = async (text: string, values: unknown[] = []) => (await owner.query<Row>(text, values)).rows;

/** Asks as the server's role, as `tenant` or as nobody. */
async function as<Result>(
  tenant: string | undefined,
  work: (ask: (text: string) => Promise<Row[]>) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: given.appUrl,
    ...(tenant && { options: `-c app.tenant=${tenant}` }),
  });
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
  given = await testDatabase();
  owner = new pg.Client(given.ownerUrl);
  await owner.connect();
  await fillTenants((text, values) => ask(text, values));
  const found = await ask(`select oid::regclass::text as name from pg_class where relkind in ('r', 'p')
    and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema') order by 1`);
  tables = found.map((row) => String(row['name']));
  tenantTables = tables.filter((table) => !withoutTenant.includes(table));
});
afterAll(async () => {
  await owner.end();
  await given.drop();
});

describe('every table of the catalogue', () => {
  it('is there to be walked', () => {
    expect(tables).toEqual(
      expect.arrayContaining(['"user"', 'audit', 'course', '"order"', 'tracking_document', ...withoutTenant]),
    );
  });

  it('has forced row-level security, and only policies that compare the tenant', async () => {
    const bare = await ask(
      `select oid::regclass::text as name from pg_class where oid = any($1::regclass[]) and not (
      relrowsecurity and relforcerowsecurity and exists (select 1 from pg_policy where polrelid = pg_class.oid))`,
      [tenantTables],
    );
    expect(bare).toEqual([]);
    const policies =
      await ask(`select distinct pg_get_expr(polqual, polrelid) as seen, pg_get_expr(polwithcheck, polrelid) as written,
      polpermissive, polcmd, polroles = '{0}' as for_everybody from pg_policy`);
    const compared = '(tenant = current_tenant())';
    expect(policies).toEqual([
      { seen: compared, written: compared, polpermissive: true, polcmd: '*', for_everybody: true },
    ]);
  });

  it('without a tenant is closed to the app', async () => {
    const open = await Promise.all(
      withoutTenant.map(async (table) => [
        table,
        await as('coding', (query) => refusal(query(`select * from ${table}`))),
      ]),
    );
    expect(open.filter(([, said]) => !said?.startsWith('42501'))).toEqual([]);
  });

  it('is not shown to the app through a view, which would read with its owner’s eyes', async () => {
    const views = await ask(
      `select oid::regclass::text as name from pg_class where relkind in ('v', 'm', 'f')
      and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema') and has_table_privilege($1, oid, 'select')`,
      [role],
    );
    expect(views).toEqual([]);
  });

  it('is reached by foreign keys within the tenant alone', async () => {
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
  it('are in the sample, for every table and tenant', async () => {
    for (const table of tenantTables) {
      const rows = await ask(`select tenant from ${table} group by tenant order by tenant`);
      expect([table, ...rows.map((row) => row['tenant'])]).toEqual([table, ...tenants]);
    }
  });

  it('are seen by nobody who names no tenant', async () => {
    await as(undefined, async (query) => {
      for (const table of tenantTables) expect([table, await query(`select * from ${table}`)]).toEqual([table, []]);
    });
  });

  it('stay out of sight when the setting is there but empty, as after a transaction', async () => {
    await as(undefined, async (query) => {
      await query(`begin; set local app.tenant = 'coding'; commit`);
      expect(await query('select * from "user"')).toEqual([]);
    });
  });

  it('of other tenants are neither seen nor deleted', async () => {
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

describe(`the role ${role}`, () => {
  it('may not get around the policies', async () => {
    expect(
      await ask(
        'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = $1',
        [role],
      ),
    ).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false },
    ]);
    expect(await ask('select 1 from pg_auth_members where member = $1::regrole', [role])).toEqual([]);
  });

  it('owns nothing and may create nothing', async () => {
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

  it.each(['truncate', 'references', 'trigger', 'maintain'])('may not %s any table', async (privilege) => {
    for (const table of tables) expect([table, await may(table, privilege)]).toEqual([table, false]);
  });

  it('runs no function with another’s rights but that which tells the trail of an event', async () => {
    expect(
      await ask(
        `select oid::regprocedure::text as name from pg_proc where prosecdef
      and pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
      and has_function_privilege($1, oid, 'execute')`,
        [role],
      ),
    ).toEqual([{ name: 'audit_event(text,uuid,text,text,jsonb,text[],text,integer)' }]);
  });
});
