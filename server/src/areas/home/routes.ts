/** HTTP endpoints of the start page and of the navigation's counts. */
import { getCounts } from '#contract/home/counts.ts';
import { getToday, putBack, setAside } from '#contract/home/endpoints.ts';
import { type HandlerContext, serve } from '#platform/http/serve.ts';
import type { Routes } from '#platform/http/server.ts';
import type { WaitingSource } from '#shared/waiting.ts';
import { removeAside, storeAside } from './asides.ts';
import { countsOf } from './counts.ts';
import { draftSources } from './drafts.ts';
import { failedJobs } from './jobs.ts';
import { learningSources } from './learning.ts';
import { sellingSources } from './selling.ts';
import { countToday, readToday } from './service.ts';

type Work = Pick<HandlerContext<typeof getCounts>, 'db' | 'tenant' | 'caller' | 'request'>;

/** `others`: sources of other areas. */
export const homeRoutes =
  (others: readonly WaitingSource[]): Routes =>
  (app) => {
    const { jobs } = app.deps;
    const sources = [...others, ...learningSources, ...sellingSources, ...draftSources, failedJobs];
    const contextOf = ({ db, tenant, caller, request }: Work) => ({
      db,
      tenant,
      caller,
      jobs,
      now: new Date(),
      log: request.log,
    });
    serve(app, getToday, ({ query, ...work }) => readToday(sources, contextOf(work), query));
    serve(app, getCounts, async (work) => {
      const context = contextOf(work);
      return {
        counts: await countsOf(work.db, work.caller.role, { ...context, waiting: await countToday(sources, context) }),
      };
    });
    serve(app, setAside, ({ db, caller: { userId }, body }) => storeAside(db, { userId, ...body }, new Date()));
    serve(app, putBack, async ({ db, caller, body }) => ({ changed: await removeAside(db, caller.userId, body.key) }));
  };
