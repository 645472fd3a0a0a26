/** HTTP endpoints of project submissions. */
import type { FastifyInstance } from 'fastify';
import {
  getSubmission,
  getSubmissionNeighbours,
  listSubmissions,
  listUserSubmissions,
  reviewSubmission,
} from '#contract/submission/endpoints.ts';
import { serve, serveList } from '#platform/http/serve.ts';
import { personPatterns } from '#shared/person-search.ts';
import { findNeighbours } from './neighbours.ts';
import { findSubmissions } from './queries.ts';
import { review, submissionDetail, userSubmissions } from './service.ts';

export function submissionRoutes(app: FastifyInstance): void {
  serveList(app, listSubmissions, findSubmissions);
  serve(app, listUserSubmissions, ({ params, query, db }) => userSubmissions(db, params.userId, query));
  serve(app, getSubmission, ({ params, db }) => submissionDetail(db, params.id));
  serve(app, reviewSubmission, ({ params, body, db, caller, ifMatch }) =>
    review(db, params.id, { body, by: caller.userId, ifMatch }),
  );
  serve(app, getSubmissionNeighbours, ({ params, query: { search, sort = 'latest', ...filter }, db }) =>
    findNeighbours(db, params.id, { ...filter, patterns: personPatterns(search) }, sort),
  );
}
