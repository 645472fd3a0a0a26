/** Batches that switch a flag of records: publishing, activating. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { type BatchKindName, batchKinds } from '#contract/batch/endpoints.ts';
import type { Schema } from '#contract/kernel/endpoint.ts';
import { recordKinds, recordNounPlural } from '#contract/kernel/record-kinds.ts';
import type { Db } from '#platform/database/database.ts';
import type { BatchKind, Calls } from './kind.ts';
import type { Setting } from './setting.ts';

/** Flags that are switched: their column, values, and verbs. */
const flags = {
  published: { column: 'is_published', on: 'published', off: 'draft', verbs: ['Publish', 'Unpublish'] },
  active: { column: 'is_active', on: 'active', off: 'inactive', verbs: ['Activate', 'Deactivate'] },
} as const;
type Flag = (typeof flags)[keyof typeof flags];

/** Throws if a locked record cannot be switched on. */
type Check = (db: Db, id: string) => Promise<void>;

function settingOf(
  { column, on, off }: Flag,
  table: string,
  words: Readonly<Record<string, string>>,
  check: Check | undefined,
): Setting<string> {
  const flag = sql.ref(column);
  const write = async (db: Db, ids: readonly string[], to: string) => {
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

/** Defines a kind that switches a flag. */
export function switchKind<Filter extends Schema, Body extends Schema>(
  calls: Calls<BatchKindName, Filter, Body> & BatchKind['calls'],
  flag: keyof typeof flags,
  { matching, check }: Pick<BatchKind<z.output<Filter>>, 'matching'> & { check?: Check },
): BatchKind {
  const { record, values } = batchKinds[calls.kind];
  const { table } = recordKinds[record];
  const { on, verbs } = flags[flag];
  const setting = settingOf(flags[flag], table, values, check);
  return {
    calls,
    title: ({ value }) => `${verbs[value === on ? 0 : 1]} ${recordNounPlural(table)}`,
    matching: matching as BatchKind['matching'],
    setting: () => setting,
  };
}
