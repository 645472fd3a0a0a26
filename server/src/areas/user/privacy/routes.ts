/** HTTP endpoints of requests for personal data, and what of them waits for the start page. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as contract from '#contract/user/privacy.ts';
import { serve } from '#platform/http/serve.ts';
import { cappedCount, pagedList } from '#platform/list.ts';
import { listSource } from '#shared/waiting.ts';
import * as service from './service.ts';

export function privacyRoutes(app: FastifyInstance): void {
  serve(app, contract.listPrivacyRequests, ({ params, db }) => service.requestsOf(db, params.id));
  serve(app, contract.notePrivacyRequest, ({ params, body, ...work }) => service.note(work, params.id, body));
  serve(app, contract.withdrawPrivacyRequest, ({ params, ...work }) => service.withdraw(work, params.id));
  serve(app, contract.makeDossier, ({ params, ...work }) => service.beginDossier(work, params.id));
  serve(app, contract.openDossier, ({ params, ...work }) => service.openFile(work, params.id));
  serve(app, contract.previewErasure, ({ params, db, caller }) => service.previewOf(db, params.id, caller));
  serve(app, contract.erasePerson, ({ params, body, ...work }) =>
    service.beginErasure(work, params.id, body.confirmation),
  );
}

const waiting = pagedList((db, _filters: Record<never, never>, { limit }) => {
  const open = db
    .selectFrom('privacyRequest')
    .innerJoin('user', 'user.id', 'privacyRequest.userId')
    .where(sql<boolean>`privacy_request.state in ('open', 'running')`);
  const dueAt = sql<string>`asked_at + make_interval(hours => ${sql.lit(contract.privacyHours)})`;
  return {
    rows: open
      .orderBy('askedAt')
      .orderBy('privacyRequest.id')
      .limit(limit)
      .select(['privacyRequest.id', 'user.name', 'privacyRequest.userId', 'kind', dueAt.as('at')]),
    total: cappedCount(open),
  };
});

/** Requests until they are met; the time of an item is its deadline. */
export const privacyWaiting = listSource({
  kind: 'privacy-request',
  opens: contract.notePrivacyRequest,
  list: waiting,
  filters: () => ({}),
  itemOf: ({ userId, kind, ...row }) => ({
    ...row,
    about: contract.privacyKinds[kind],
    record: { kind: 'user', id: userId },
  }),
});
