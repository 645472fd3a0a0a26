/** Project submissions. */
import { sql } from 'kysely';
import { listSubmissions } from '#contract/submission/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { submissionRoutes } from './routes.ts';

export const area: Area = {
  routes: [submissionRoutes],
  searched: [
    {
      table: 'project_submission',
      place: 11,
      kind: 'submission',
      name: sql`(select name from "user" where id = user_id)`,
      hint: sql`coalesce((select name from course where id = course_id), (select name from learning_path where id = path_id))
        || ' · attempt ' || attempt`,
      order: sql`submitted_at desc, id desc`,
      opens: listSubmissions,
      isPerson: true,
    },
  ],
  bigTables: ['project_submission'],
};
