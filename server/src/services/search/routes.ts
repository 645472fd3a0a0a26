/** HTTP endpoint of the search over all areas. */
import { type RawBuilder, sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { searchEverything } from '#contract/search/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { serve } from '#platform/http/serve.ts';
import { matchesAll, searchPatterns } from '#platform/list.ts';
import { personPatterns } from '#shared/person-search.ts';
import { searchedTables } from './searched.ts';

/** Upper limit of results per kind. */
const max = 6;

type Searched = (typeof searchedTables)[number] & { id?: RawBuilder<string> };

/** Tables that are also searched by phone number. */
const people: ReadonlySet<string> = new Set(['user', 'subscription', 'order', 'projectSubmission']);

const find = (
  db: Db,
  { table, id = sql<string>`id`, name, kind, hint, order }: Searched,
  patterns: readonly string[],
) =>
  db
    .selectFrom(table)
    .where(matchesAll('search', patterns))
    .orderBy(order)
    .limit(max)
    .select([
      id.as('id'),
      (typeof name === 'string' ? sql.ref<string>(name) : name).as('name'),
      kind.as('kind'),
      hint.as('hint'),
    ])
    .execute();

export function searchRoutes(app: FastifyInstance): void {
  serve(app, searchEverything, async ({ query, db, caller }) => {
    const allowed = searchedTables.filter(({ opens }) => mayCall(opens, caller.role));
    const found = await Promise.all(
      allowed.flatMap((one) => {
        const patterns = (people.has(one.table) ? personPatterns : searchPatterns)(query.q);
        return patterns ? [find(db, one, patterns)] : [];
      }),
    );
    return { found: found.flat() };
  });
}
