/** Subscriptions, their event vouchers, and plans. */
import { sql } from 'kysely';
import { listEventVouchers, listSubscribers } from '#contract/subscription/endpoints.ts';
import { plans } from '#contract/subscription/plans.ts';
import type { Area } from '#shared/area.ts';
import { subscriptionRoutes } from './routes.ts';

export const area: Area = {
  routes: [subscriptionRoutes],
  searched: [
    {
      table: 'subscription',
      place: 4,
      kind: 'subscription',
      name: sql`(select name from "user" person where person.id = subscription.user_id)`,
      hint: sql`(select name from subscription_plan plan where plan.id = subscription.plan_id)`,
      order: sql`name_key, id`,
      opens: listSubscribers,
      isPerson: true,
    },
    {
      table: 'event_voucher',
      place: 5,
      kind: 'event-voucher',
      // Results link to the subscription's page.
      id: sql`subscription_id`,
      name: sql`(select person.name from subscription join "user" person on person.id = subscription.user_id
        where subscription.id = event_voucher.subscription_id) || ' · ' || event_name`,
      hint: sql`code`,
      opens: listEventVouchers,
    },
    { table: 'subscription_plan', place: 10, kind: 'plan', opens: plans.list },
  ],
  bigTables: ['subscription', 'event_voucher'],
};
