/**
 * Preparation of tables for bulk loading: empties them, disables triggers (counts, versions, audit) and row-level
 * security for the owner, and drops foreign keys and indexes without a constraint, which are rebuilt at the end.
 */
import { quote } from './catalogue.ts';
import type { TableHead } from './manifest.ts';
import type { Session } from './session.ts';

interface Statement {
  text: string;
}

/**
 * Prepares and empties the tables, within a transaction of their owner, superuser or not. Returns a function that
 * restores the triggers, row-level security, foreign keys and indexes.
 */
export async function bareTables(session: Session, tables: TableHead[]): Promise<() => Promise<void>> {
  const [keys, indexes, triggers, forced] = [
    await foreignKeys(session),
    await plainIndexes(session),
    await activeTriggers(session),
    await forcedTables(session),
  ];
  await run(session, [...keys.map(({ drop }) => drop), ...indexes.map(({ drop }) => drop)]);
  await run(
    session,
    tables.map(({ name }) => `alter table ${quote(name)} disable trigger user`),
  );
  await run(
    session,
    forced.map(({ text }) => `alter table ${text} no force row level security`),
  );
  if (tables.length > 0) await session.client.query(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`);
  return async () => {
    await run(
      session,
      indexes.map(({ text }) => text),
    );
    // Before FORCE is restored: under policies the owner would see no rows to check keys on.
    await run(
      session,
      keys.map(({ text }) => text),
    );
    await run(
      session,
      triggers.map(({ text }) => text),
    );
    await run(
      session,
      forced.map(({ text }) => `alter table ${text} force row level security`),
    );
  };
}

async function run({ client }: Session, texts: string[]): Promise<void> {
  for (const text of texts) await client.query(text);
}

const foreignKeys = (session: Session): Promise<(Statement & { drop: string })[]> =>
  session.rows(`
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`);

/** Indexes that do not belong to a constraint. */
const plainIndexes = (session: Session): Promise<(Statement & { drop: string })[]> =>
  session.rows(`
    select pg_get_indexdef(indexrelid) as text, format('drop index %s', indexrelid::regclass) as drop
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not relispartition
      and not exists (select from pg_constraint where conindid = indexrelid)`);

const activeTriggers = (session: Session): Promise<Statement[]> =>
  session.rows(`
    select format('alter table %s enable %s trigger %I', tgrelid::regclass,
      case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as text
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgparentid = 0 and tgenabled <> 'D'`);

const forcedTables = (session: Session): Promise<Statement[]> =>
  session.rows(`
    select pg_class.oid::regclass::text as text from pg_class
    where relnamespace = 'public'::regnamespace and relforcerowsecurity`);
