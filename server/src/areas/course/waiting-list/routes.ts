/** HTTP endpoints of waiting lists. */
import type { FastifyInstance } from 'fastify';
import * as waiting from '#contract/course/waiting-list.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { getOrder } from '#contract/order/endpoints.ts';
import { serve } from '#platform/http/serve.ts';
import * as service from './service.ts';

export function waitingListRoutes(app: FastifyInstance): void {
  serve(app, waiting.listWaiting, ({ params, query, db, caller }) =>
    service.waitingPage(db, params.id, query, mayCall(getOrder, caller.role)),
  );
  serve(app, waiting.addWaiting, ({ params, body, db }) =>
    'userIds' in body
      ? service.addPeople(db, params.id, body.userIds, body.note, 'userIds')
      : service.addPeople(db, params.id, [body.userId], body.note, 'userId'),
  );
  serve(app, waiting.removeWaiting, ({ params, body, db }) => service.removePerson(db, params.id, body.userId));
  serve(app, waiting.restoreWaiting, ({ params, body, db }) => service.restorePerson(db, params.id, body.userId));
  serve(app, waiting.offerPlace, ({ params, body, db }) => service.offer(db, params.id, body));
  serve(app, waiting.withdrawOffer, ({ params, body, db }) => service.withdraw(db, params.id, body.userId));
}
