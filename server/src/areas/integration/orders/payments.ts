/** Payment notices of programs. */
import type { FastifyRequest } from 'fastify';
import type { reportPayment } from '#contract/integration/orders.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { minuteMs } from '#contract/kernel/days.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { transactionAs } from '#platform/transaction.ts';
import { recordNotice } from '#shared/order/notices.ts';
import { readOrder } from './service.ts';

/** Work of a call that opens its own transactions. */
interface Work {
  db: Db;
  caller: Caller;
  request: FastifyRequest;
}

/** Records a payment notice; the refusal of one is thrown after the commit, which keeps it. */
export async function recordPayment(
  { db, caller, request }: Work,
  externalId: string,
  notice: ValidatedInput<typeof reportPayment>['body'],
) {
  if (notice.paidAt && Date.parse(notice.paidAt) > Date.now() + 5 * minuteMs)
    throw badRequest('This is in the future', 'paidAt');
  const { orderId } = await readOrder(db, externalId);
  const refusal = await transactionAs(caller, db, request.id, (transaction) =>
    recordNotice(transaction, orderId, notice, { provider: caller.name, raw: notice }),
  );
  if (refusal) throw refusal;
  return readOrder(db, externalId);
}
