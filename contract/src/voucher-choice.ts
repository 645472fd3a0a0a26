/** What a voucher is for, chosen at once over all kinds of product (spec §8). Apart from the vouchers: a list needs none of it. */
import { onceValid } from './across.ts';
import { z } from 'zod';
import { assignments } from './assignment.ts';
import { byIdOf, mostIds, someIds } from './fields.ts';
import { type Messages, endpoint } from './kernel.ts';

const { voucherCourses, voucherPaths, voucherPlans, voucherProducts } = assignments;
/** The links that are changed together, in the order in which people choose from them. */
export const voucherChoices = [voucherCourses, voucherPaths, voucherPlans, voucherProducts] as const;

const choice = z
  .object({
    courseIds: someIds('course'),
    pathIds: someIds('learning-path'),
    subscriptionIds: someIds('plan'),
    productIds: someIds('product'),
  })
  .superRefine(
    (chosen, context) => {
      const count = Object.values(chosen).flat().length;
      if (count === 0) context.addIssue({ code: 'custom', path: ['courseIds'], message: 'Choose at least one' });
      if (count > mostIds)
        context.addIssue({ code: 'custom', path: ['courseIds'], message: `At most ${mostIds} at a time` });
    },
    onceValid('courseIds', 'pathIds', 'subscriptionIds', 'productIds'),
  );

const change = (method: 'PUT' | 'DELETE', messages: Messages) =>
  endpoint({
    area: 'voucher',
    method,
    url: '/admin/voucher/:id/assign/',
    roles: ['admin'],
    params: byIdOf('voucher'),
    body: choice,
    reply: z.object({ changed: z.int() }),
    messages,
  });

/** All of them or none (ours; the spec has one text for it). Answers how many it was not for before. */
export const assignToVoucher = change('PUT', voucherCourses.messages.assign);
export const unassignFromVoucher = change('DELETE', voucherCourses.messages.unassign);
