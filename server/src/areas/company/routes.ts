/** HTTP endpoints of companies. */
import type { FastifyInstance } from 'fastify';
import { companies, listSeats, readSeats, remindCompany, sendCodes } from '#contract/company/endpoints.ts';
import { serve } from '#platform/http/serve.ts';
import { serveRecord } from '#platform/http/serve-record.ts';
import { findCompany, findSeats, readAllSeats } from './queries.ts';
import { askForMail, companyRecord } from './service.ts';

export function companyRoutes(app: FastifyInstance): void {
  serveRecord(app, companies, companyRecord);
  serve(app, listSeats, ({ params, query, db }) => findSeats(db, params.id, query));
  serve(app, readSeats, async ({ params, query, db }) => {
    await findCompany(db, params.id);
    return { seats: await readAllSeats(db, params.id, query) };
  });
  serve(app, sendCodes, ({ params, body, db }) => askForMail(db, params.id, 'codes', body.orderId));
  serve(app, remindCompany, ({ params, body, db }) => askForMail(db, params.id, 'reminder', body.orderId));
}
