/** HTTP endpoint of the search over all areas. */
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { searchEverything } from '#contract/search/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { serve } from '#platform/http/serve.ts';
import { matchesAll, searchPatterns } from '#platform/list.ts';
import type { Routes } from '#platform/http/server.ts';
import type { SearchedTable } from '#shared/area.ts';
import { personPatterns } from '#shared/person-search.ts';

/** Upper limit of results per table. */
const max = 6;

type Found = Reply<typeof searchEverything>['found'][number];

async function find(db: Db, searched: SearchedTable, patterns: readonly string[]): Promise<Found[]> {
  const { table, kind, id = sql`id`, name = sql`name`, hint = sql`''`, order = sql`id desc` } = searched;
  const { rows } =
    await sql<Found>`select ${id} as id, ${name} as name, ${typeof kind === 'string' ? sql.lit(kind) : kind} as kind,
    ${hint} as hint from ${sql.table(table)} where ${matchesAll('search', patterns)} order by ${order} limit ${sql.lit(max)}`.execute(
      db,
    );
  return rows;
}

export const searchRoutes =
  (tables: readonly SearchedTable[]): Routes =>
  (app: FastifyInstance): void => {
    serve(app, searchEverything, async ({ query, db, caller }) => {
      const found = await Promise.all(
        tables
          .filter(({ opens }) => mayCall(opens, caller.role))
          .flatMap((one) => {
            const patterns = (one.isPerson ? personPatterns : searchPatterns)(query.q);
            return patterns ? [find(db, one, patterns)] : [];
          }),
      );
      return { found: found.flat() };
    });
  };
