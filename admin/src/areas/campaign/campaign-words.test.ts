/** Tests the words about the switch of a campaign in each of its states. */
import { expect, test } from 'vitest';
import type { CampaignPromotion } from '#contract/campaign/endpoints.ts';
import { type Campaign, differing, promotionsInWords, switchingInWords } from './campaign-words.ts';

const now = Date.parse('2026-11-26T03:00:00Z');
const running = { startDate: '2026-11-20T00:00:00Z', endDate: '2026-11-30T00:00:00Z' };
const planned = { startDate: '2026-12-01T03:00:00Z', endDate: '2026-12-30T00:00:00Z' };
const over = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-10-30T00:00:00Z' };

const one = (kind: 'discount' | 'voucher', status: 0 | 1, period: object) =>
  ({
    kind,
    id: kind,
    status,
    totalAssigned: 2,
    isPublished: true,
    usedCount: 0,
    quota: null,
    ...period,
  }) as CampaignPromotion;
const campaign = (status: 0 | 1, period: typeof running, promotions: CampaignPromotion[]) =>
  ({ status, ...period, promotions }) as Campaign;
const both = (status: 0 | 1, period: typeof running) => [
  one('discount', status, period),
  one('voucher', status, period),
];
const effect = { productsOff: 20, productsOn: 20, conflicting: 0, conflicts: [] };

test.each([
  ['on now', campaign(0, running, both(0, running)), 'Activate: 20 products get cheaper and members can use 1 voucher'],
  [
    'on before its start',
    campaign(0, planned, both(0, planned)),
    'Activate: 20 products get cheaper and members can use 1 voucher from 1 Des 2026, 10.00 WIB',
  ],
  [
    'off now',
    campaign(1, running, both(1, running)),
    'Deactivate: 20 products go back to the list price and nobody can use 1 voucher',
  ],
  ['on when it is over', campaign(0, over, both(0, over)), 'Activate: no price changes, because it is over'],
  [
    'on without promotions',
    campaign(0, running, []),
    'Activate: no price changes, because it has no discounts and no vouchers',
  ],
])('switching %s', (_, record, text) => {
  expect(switchingInWords(record, effect, now)).toBe(text);
});

test.each([
  ['other discounts', ['b', 'c'], 'other discounts hold 2 products of it'],
  ['its own discounts', ['discount'], 'discounts of its own share 2 products'],
  ['both', ['b', 'discount'], 'other discounts, or several of its own, hold 2 products of it'],
])('while %s hold its products it cannot be activated, and says how many, each counted once', (_, holders, text) => {
  const conflicts = holders.map((discountId) => ({
    id: 'a',
    name: '',
    discountId,
    holder: '',
    startDate: null,
    endDate: null,
    products: 2,
    takeable: 2,
  }));
  const stuck = { ...effect, conflicting: 2, conflicts };
  expect(switchingInWords(campaign(0, running, both(0, running)), stuck, now)).toBe(
    `Activate: not possible while ${text}`,
  );
});

test('promotions are counted by kind, and those that are switched differently are found', () => {
  expect(promotionsInWords({ totalDiscounts: 2, totalVouchers: 1 } as Campaign)).toBe('2 discounts and 1 voucher');
  expect(promotionsInWords({ totalDiscounts: 0, totalVouchers: 0 } as Campaign)).toBe('None yet');
  const mixed = campaign(1, running, [one('discount', 0, running), one('voucher', 1, running)]);
  expect(differing(mixed).map(({ kind }) => kind)).toEqual(['discount']);
});
