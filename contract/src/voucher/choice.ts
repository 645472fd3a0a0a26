/**
 * Assignments of a voucher across all product kinds at once (spec §8). A module of its own, since lists of vouchers do
 * not need it.
 */
import { whenValid } from '../kernel/when-valid.ts';
import { z } from 'zod';
import { assignments } from '../assignment/table.ts';
import { byIdOf, maxIds, idList } from '../kernel/fields.ts';
import { type Endpoint, endpoint } from '../kernel/endpoint.ts';

const { voucherCourses, voucherPaths, voucherPlans, voucherProducts } = assignments;
/** Links that are changed together, in the order of the picker. */
export const voucherChoices = [voucherCourses, voucherPaths, voucherPlans, voucherProducts] as const;

const choice = z
  .object({
    courseIds: idList('course'),
    pathIds: idList('learning-path'),
    subscriptionIds: idList('plan'),
    productIds: idList('product'),
  })
  .superRefine(
    (chosen, context) => {
      const count = Object.values(chosen).flat().length;
      if (count === 0) context.addIssue({ code: 'custom', path: ['courseIds'], message: 'Choose at least one' });
      if (count > maxIds)
        context.addIssue({ code: 'custom', path: ['courseIds'], message: `At most ${maxIds} at a time` });
    },
    whenValid('courseIds', 'pathIds', 'subscriptionIds', 'productIds'),
  );

const change = ({ method, messages = {} }: Endpoint) =>
  endpoint({
    area: 'voucher',
    method,
    url: '/admin/voucher/:id/assign/',
    roles: ['admin'],
    params: byIdOf('voucher'),
    recordsBatch: true,
    body: choice,
    reply: z.object({ changed: z.int() }),
    messages,
  });

/** Assigns all or none (ours; the spec has one message for all kinds). Replies with the number of new links. */
export const assignToVoucher = change(voucherCourses.assign);
/** Unassigns the given items; replies with the number of removed links. */
export const unassignFromVoucher = change(voucherCourses.unassign);
