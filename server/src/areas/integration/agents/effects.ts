/** Effects of a call: the lines of the trail that it writes in its transaction, and a digest to compare two runs of it. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Effects, maxAffected } from '#contract/integration/proposals.ts';
import { minuteMs } from '#contract/kernel/days.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { namesIn } from '../../../services/audit/names.ts';
import { findOwnLines } from '../../../services/audit/queries.ts';

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-([1-8])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const moments = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)/g;

const msOf = (uuid: string) => Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);

/**
 * Hash of what the effects change, which is the same for two runs on the same records: without the moment of the run and
 * the ids that it creates.
 */
function digestOf({ entries }: Effects, beganMs: number): string {
  const isNow = (moment: string) => Math.abs(Date.parse(moment) - beganMs) < minuteMs;
  const isNew = (uuid: string, version: string) => version === '4' || (version === '7' && msOf(uuid) >= beganMs);
  const changes = entries
    .flatMap(({ table, action, parts, recordId, before, after, belongsTo }) =>
      [{ recordId, before, after, belongsTo }, ...parts].map((part) => JSON.stringify([table, action, part])),
    )
    .map((text) =>
      text
        .replace(uuids, (uuid, version: string) => (isNew(uuid, version) ? 'new' : uuid))
        .replace(moments, (moment) => (isNow(moment) ? 'now' : moment)),
    );
  return createHash('sha256').update(changes.toSorted().join('\n')).digest('base64url');
}

export const affectedBy = ({ entries }: Effects): number => entries.reduce((sum, { count }) => sum + count, 0);

/** Effects of the open transaction so far. 409 if there are more than a person can look at, or none. */
export async function readEffects(db: Db): Promise<{ effects: Effects; digest: string }> {
  // What is checked at the commit is refused now.
  await sql`set constraints all immediate`.execute(db);
  const { rows: entries } = await findOwnLines(db, maxAffected);
  const effects = { entries, names: await namesIn(db, entries) };
  const affected = affectedBy(effects);
  if (affected === 0) throw conflict('This would change nothing');
  if (affected > maxAffected)
    throw conflict(`This makes ${affected} changes; a proposal makes at most ${maxAffected}: propose it in parts`);
  const { rows } = await sql<{
    began: number;
  }>`select floor(extract(epoch from now()) * 1000)::float8 as began`.execute(db);
  return { effects, digest: digestOf(effects, rows[0]!.began) };
}
