/** Event vouchers of members by subscription, redeemed by the same rules as on the screen. */
import type { listMemberVouchers, redeemMemberVoucher } from '#contract/integration/event-vouchers.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { redeem, redeemConflict, redeemable, voucherColumns } from '#shared/event-vouchers.ts';
import { memberOfAddress } from '../members/service.ts';

const subscriptionsOf = (db: Db, userId: string) => db.selectFrom('subscription').where('userId', '=', userId);

/** Subscriptions of a member with their vouchers; 404 for an unknown member. */
export async function vouchersOfMember(db: Db, externalId: string): Promise<Reply<typeof listMemberVouchers>> {
  const userId = await memberOfAddress(db, externalId);
  const subscriptions = await subscriptionsOf(db, userId)
    .innerJoin('subscriptionPlan as plan', 'plan.id', 'subscription.planId')
    .orderBy('startDate', 'desc')
    .orderBy('subscription.id', 'desc')
    .select(['subscription.id as subscriptionId', 'plan.name as planName', 'startDate', 'endDate', ...redeemable])
    .execute();
  const vouchers = await db
    .selectFrom('eventVoucher')
    .where('subscriptionId', 'in', subscriptionsOf(db, userId).select('id'))
    .orderBy('id', 'desc')
    .select(voucherColumns)
    .select('subscriptionId')
    .execute();
  const bySubscription = Map.groupBy(vouchers, ({ subscriptionId }) => subscriptionId);
  return {
    items: subscriptions.map((one) => {
      const reason = redeemConflict(one);
      return { ...one, ...(reason && { reason }), eventVouchers: bySubscription.get(one.subscriptionId) ?? [] };
    }),
  };
}

/** Redeems a use of a member's subscription; 400 if they do not have it. */
export async function redeemOfMember(
  db: Db,
  externalId: string,
  { subscriptionId, eventName }: ValidatedInput<typeof redeemMemberVoucher>['body'],
): Promise<Reply<typeof redeemMemberVoucher>> {
  const userId = await memberOfAddress(db, externalId);
  const own = await subscriptionsOf(db, userId).where('id', '=', subscriptionId).select('id').executeTakeFirst();
  if (!own) throw badRequest('The member does not have this subscription', 'subscriptionId');
  return redeem(db, subscriptionId, { eventName });
}
