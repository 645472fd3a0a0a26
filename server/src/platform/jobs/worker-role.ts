/** Database privileges of the worker's role: the queue's own schema, and no tenant tables. */
import type pg from 'pg';

export const queueSchema = 'pgboss';

/** Creates the schema, and transfers its objects to `role`; in a copied or restored database they belong to another. */
export async function ensureQueueSchema(client: pg.ClientBase, role: string): Promise<void> {
  // Membership lets the owner dump the queue with everything else.
  const { rows } = await client.query<{ hasSchema: boolean; isMember: boolean }>(
    `select to_regnamespace($1) is not null as "hasSchema", pg_has_role($2, 'usage') as "isMember"`,
    [queueSchema, role],
  );
  const [state] = rows;
  if (!state?.isMember) await client.query(`grant ${role} to current_user`);
  if (!state?.hasSchema) await client.query(`create schema ${queueSchema}`);
  await client.query(`grant usage, create on schema ${queueSchema} to ${role}`);
  await takeQueueOver(client, role);
}

async function takeQueueOver(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ what: string }>(
    `with owned as (
        select relowner as owner, format('table %s', oid::regclass) as what
          from pg_class where relkind in ('r', 'p') and relnamespace = to_regnamespace($1)
        union all select proowner, format('routine %s', oid::regprocedure) from pg_proc where pronamespace = to_regnamespace($1)
        union all select typowner, format('type %s', oid::regtype)
          from pg_type where typtype = 'e' and typnamespace = to_regnamespace($1))
      select what from owned where owner <> $2::regrole`,
    [queueSchema, role],
  );
  for (const { what } of rows) await client.query(`alter ${what} owner to ${role}`);
}
