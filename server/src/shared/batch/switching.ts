/** Batches that switch a flag of records: publishing, activating. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Setting } from './setting.ts';

interface Switch<On extends string, Off extends string> {
  table: string;
  column: string;
  on: On;
  off: Off;
  words: Readonly<Record<On | Off, string>>;
  /** Throws if a locked record cannot be switched on. */
  check?: (db: Db, id: string) => Promise<void>;
}

export function switchSetting<On extends string, Off extends string>({
  table,
  column,
  on,
  off,
  words,
  check,
}: Switch<On, Off>): Setting<On | Off> {
  const flag = sql.ref(column);
  const write = async (db: Db, ids: readonly string[], to: On | Off) => {
    await sql`update ${sql.table(table)} set ${flag} = ${to === on} where id = any(${ids}::uuid[])`.execute(db);
    return ids;
  };
  return {
    table,
    column,
    words,
    lock: async (db, ids) => {
      const { rows } = await sql<{ id: string; isOn: boolean }>`select id, ${flag} as is_on from ${sql.table(table)}
        where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
      return new Map(rows.map(({ id, isOn }) => [id, isOn ? on : off]));
    },
    setTogether: async (db, ids, to) => (to === on && check ? [] : write(db, ids, to)),
    setOne: async (db, id, to) => {
      await check?.(db, id);
      await write(db, [id], to);
    },
  };
}
