/** Batches that switch a flag of records: publishing, activating. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { type BatchKindName, batchKinds } from '#contract/batch/endpoints.ts';
import type { Schema } from '#contract/kernel/endpoint.ts';
import { type RecordKind, recordKinds, recordNounPlural } from '#contract/kernel/record-kinds.ts';
import type { Db } from '#platform/database/database.ts';
import type { BatchKind, Calls, RecordedKind } from './kind.ts';
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

interface Part {
  record: RecordKind;
  check?: Check;
}

/** Defines a kind that calls record when they activate or deactivate records of several kinds together. */
export function mixedSwitchKind(
  kind: BatchKindName,
  start: RecordedKind['calls']['start'],
  parts: readonly Part[],
): RecordedKind {
  const words = batchKinds[kind].values;
  const tables = parts.map(({ record }) => recordKinds[record].table);
  const settings = parts.map(({ check }, n) => settingOf(flags.active, tables[n]!, words, check));
  const lock = async (db: Db, ids: readonly string[]) => {
    const locked = new Map<string, string>();
    for (const setting of settings) for (const [id, value] of await setting.lock(db, ids)) locked.set(id, value);
    return locked;
  };
  const setting: Setting<string> = {
    table: tables,
    column: flags.active.column,
    words,
    lock,
    setTogether: async (db, ids, to, isUndo) => {
      const done: string[] = [];
      for (const part of settings)
        done.push(...(await part.setTogether(db, [...(await part.lock(db, ids)).keys()], to, isUndo)));
      return done;
    },
    setOne: async (db, id, to, isUndo) => {
      for (const part of settings) if ((await part.lock(db, [id])).size > 0) await part.setOne(db, id, to, isUndo);
    },
  };
  return { calls: { kind, start }, setting: () => setting, atOnce: 500 };
}
