/** HTTP endpoints of the learning desk. */
import type { FastifyInstance } from 'fastify';
import * as risk from '#contract/course/risk.ts';
import { serve } from '#platform/http/serve.ts';
import { countByDay, findAtRisk, findContacts, findRiskTemplates } from './queries.ts';
import { write, writerOf } from './service.ts';

export function riskRoutes(app: FastifyInstance): void {
  serve(app, risk.listAtRisk, async ({ query, db }) => {
    const { rows: members, head } = await findAtRisk(db, query);
    return { ...head, members, counts: await countByDay(db, query) };
  });
  serve(app, risk.listLearningContacts, async ({ query, db }) => {
    const { rows: contacts, head, figures } = await findContacts(db, query);
    return { ...head, contacts, figures };
  });
  serve(app, risk.listRiskTemplates, async ({ db, caller }) => ({
    writer: await writerOf(db, caller.userId),
    templates: await findRiskTemplates(db),
  }));
  serve(app, risk.writeToMembers, ({ body, db, caller }) => write(db, body, caller.userId));
}
