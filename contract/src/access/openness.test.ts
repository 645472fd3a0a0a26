/** Tests what a member may open, with the reason against it, on 10 November 2026. */
import { expect, it } from 'vitest';
import { type Holding, type ProductOpenness, opennessOfProduct } from './openness.ts';

const nothing: Holding = { isHeld: true, order: null, course: null, accessEndsOn: null, path: null, periods: null };
const course = (fields: object) => ({
  course: { type: 1, isPublished: true, startDate: '2026-11-01', endDate: '2026-11-30', ...fields },
});
const period = (startDate: string, endDate: string, isCancelled = false) => ({ startDate, endDate, isCancelled });
const invoice = (isPaid: boolean) => ({ isHeld: false, order: { invoiceNumber: 'INV/1', isPaid } });

it.each<[title: string, holding: Partial<Holding>, openness: ProductOpenness]>([
  ['a cohort that runs', course({}), { open: true }],
  ['a cohort that has ended', course({ endDate: '2026-11-09' }), { open: true }],
  [
    'a cohort before its first day',
    course({ startDate: '2026-11-11' }),
    { open: false, reason: 'Starts on 11 Nov 2026' },
  ],
  ['a cohort without a first day', course({ startDate: null }), { open: false, reason: 'Has no start date yet' }],
  ['a regular course', course({ type: 0, startDate: null, endDate: null }), { open: true }],
  ['an unpublished course', course({ isPublished: false }), { open: false, reason: 'Not published' }],
  [
    'a course on the last day of the access',
    { ...course({}), accessEndsOn: '2026-11-10' },
    { open: true, until: '2026-11-10' },
  ],
  [
    'a course after the last day of the access',
    { ...course({}), accessEndsOn: '2026-11-09' },
    { open: false, reason: 'Access ended on 9 Nov 2026' },
  ],
  [
    'a course that begins before the access ends',
    { ...course({ startDate: '2026-11-11' }), accessEndsOn: '2026-12-01' },
    { open: false, reason: 'Starts on 11 Nov 2026' },
  ],
  ['a learning path', { path: { isPublished: true } }, { open: true }],
  ['an unpublished learning path', { path: { isPublished: false } }, { open: false, reason: 'Not published' }],
  [
    'a subscription on its last day',
    { periods: [period('2026-10-11', '2026-11-10')] },
    { open: true, until: '2026-11-10' },
  ],
  [
    'a subscription with a following one',
    { periods: [period('2026-11-11', '2026-12-10'), period('2026-10-11', '2026-11-10')] },
    { open: true, until: '2026-12-10' },
  ],
  [
    'a subscription to come',
    { periods: [period('2026-11-11', '2026-12-10')] },
    { open: false, reason: 'Starts on 11 Nov 2026' },
  ],
  [
    'a subscription that has ended',
    { periods: [period('2026-10-10', '2026-11-09')] },
    { open: false, reason: 'Ended on 9 Nov 2026' },
  ],
  [
    'a cancelled subscription',
    { periods: [period('2026-10-10', '2026-12-09', true)] },
    { open: false, reason: 'Cancelled' },
  ],
  ['an unpaid course', { ...course({}), ...invoice(false) }, { open: false, reason: 'Waits for the payment of INV/1' }],
  [
    'a paid course without access',
    { ...course({}), ...invoice(true) },
    { open: false, reason: 'Paid with INV/1, but not opened' },
  ],
])('%s', (_, holding, openness) => {
  expect(opennessOfProduct({ ...nothing, ...holding }, { isActive: true, today: '2026-11-10' })).toEqual(openness);
});

it('everything is closed for a deactivated account', () => {
  expect(opennessOfProduct({ ...nothing, ...course({}) }, { isActive: false, today: '2026-11-10' })).toEqual({
    open: false,
    reason: 'The account is deactivated',
  });
});
