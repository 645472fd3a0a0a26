/** Names of the records in the audit trail. */
import { type RawBuilder, sql } from 'kysely';
import { idOfKey, nameColumns, tableOfKey } from '#contract/kernel/record-kinds.ts';
import type { Db } from '#platform/database/database.ts';
import type { Line } from './queries.ts';

interface NamedRecord {
  key: string;
  name: string;
}

async function ask(db: Db, questions: RawBuilder<NamedRecord>[]): Promise<NamedRecord[]> {
  if (questions.length === 0) return [];
  return (await sql<NamedRecord>`${sql.join(questions, sql` union all `)}`.execute(db)).rows;
}

const living = (table: string, column: string, keys: readonly string[]) =>
  sql<NamedRecord>`select ${`${table}:`}::text || id as key, ${sql.ref(column)} as name
    from ${sql.table(table)} where id = any(${keys.map(idOfKey)}::uuid[])`;

/** Names of deleted records at the time of deletion. */
const gone = (table: string, column: string, keys: readonly string[]) =>
  sql<NamedRecord>`select ${`${table}:`}::text || asked as key, last.name from unnest(${keys.map(idOfKey)}::text[]) asked, lateral (
    select before ->> ${column} as name from audit_record filed join audit on audit.id = line or part_of = line
    where filed.table_name = ${table} and filed.record_id = asked
      and audit.table_name = ${table} and audit.record_id = asked and action = 'delete'
    order by line desc limit 1) as last where last.name is not null`;

/** Names of the records that these lines belong to, by key; unknown records and other tenants' have none. */
export async function namesIn(db: Db, lines: readonly Line[]): Promise<Record<string, string>> {
  const keys = new Set(lines.flatMap((line) => [line, ...line.parts]).flatMap(({ belongsTo }) => belongsTo));
  const askAll = (recordKeys: Iterable<string>, question: typeof living) => {
    const byTable = Map.groupBy(recordKeys, tableOfKey);
    const known = [...byTable].flatMap(([table, some]) => {
      const column = nameColumns[table];
      return column ? [question(table, column, some)] : [];
    });
    return ask(db, known);
  };
  const here = await askAll(keys, living);
  for (const { key } of here) keys.delete(key);
  return Object.fromEntries([...here, ...(await askAll(keys, gone))].map(({ key, name }) => [key, name]));
}
