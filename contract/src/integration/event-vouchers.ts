/** Event vouchers of members, for programs that redeem them (docs/decisions/0108). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { idOf } from '../kernel/fields.ts';
import { eventVoucher, getSubscriberProfile, redeemDraft } from '../subscription/endpoints.ts';
import { externalId } from './members.ts';

const ofMember = {
  area: 'integration',
  roles: 'key',
  url: '/integration/members/:externalId/event-vouchers',
  params: z.object({ externalId }),
} as const;

/** Lists the subscriptions of a member, latest first, with their event vouchers; 404 for an unknown member. */
export const listMemberVouchers = endpoint({
  ...ofMember,
  method: 'GET',
  scope: 'access:read',
  reply: z.object({
    items: z.array(
      getSubscriberProfile.reply
        .pick({ planName: true, startDate: true, endDate: true, status: true, eventVouchersFree: true })
        .extend({
          subscriptionId: idOf('subscription'),
          /** Why none of its vouchers can be redeemed now, as one sentence. */
          reason: z.string().optional(),
          eventVouchers: z.array(eventVoucher),
        }),
    ),
  }),
});

/**
 * Uses the voucher of a subscription for this event, or issues one from what is free. Safe to repeat with the same
 * Idempotency-Key for 24 hours. 400 if the member does not have the subscription; 409 if it is not active or no quota is left.
 */
export const redeemMemberVoucher = endpoint({
  ...ofMember,
  method: 'POST',
  scope: 'vouchers:write',
  body: redeemDraft.extend({ subscriptionId: idOf('subscription') }),
  creates: true,
  reply: eventVoucher,
});
