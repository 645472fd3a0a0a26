/** Tests that every search of the contract finds names and phones in any spelling. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { listAccessGaps } from '#contract/access/endpoints.ts';
import { assignments } from '#contract/assignment/table.ts';
import { listBroadcastDeliveries } from '#contract/broadcast/endpoints.ts';
import { listWaiting } from '#contract/course/waiting-list.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { listPayouts } from '#contract/payment/payouts.ts';
import { listRedemptions } from '#contract/voucher/endpoints.ts';
import { searchEverything } from '#contract/search/endpoints.ts';
import { getSubmissionNeighbours, listSubmissions, listUserSubmissions } from '#contract/submission/endpoints.ts';
import { listSubscribers } from '#contract/subscription/endpoints.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import { listDeferred } from '#contract/user/transfer.ts';
import { listCodes } from '#contract/voucher/codes.ts';
import { listSeats } from '#contract/company/endpoints.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { catalogueOf } from '#platform/testing/catalogue.ts';
import { addRecord, addRecords, fillTenant, type Ids, linkRecords } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';
import { fieldsOf, nameOf } from './contract-fields.ts';
import { everyEndpoint } from './endpoints.ts';
import { validInput } from './valid-input.ts';

const name = 'Jose\u0301 O’Brien\u2011Ángel';
const names = [
  "ANGEL  o'brien",
  'José\u00a0Ángel',
  'obrien-angel jo\u200bse',
  '\u202ajosé o’brien\u2013ángel\u202c',
  '~Ángel,\tJose\ufffc – OʼBrien!',
  'jose\u0007obrien',
];
const phone = '0812 0000 7557';
const phones = [
  '+62\u00a0812\u20110000\u20117557',
  'https://wa.me/6281200007557?text=Halo',
  'WA 0812/0000/7557',
  `jose ${phone}`,
  '\u2068+62 812–0000–7557\u2069',
  'tel:+62%20812-0000-7557',
  'No. HP/WA: (0812) 0000.7557',
  `• Ángel, José – ${phone}`,
];
/** Searches of which no word is left; they must not find everything. */
const empty = ['’', '\u200b', '\u202a\u202c', '\u0007'];

/** Searches of no names of their own: codes, seats by who claimed them (company.test.ts), ids of payouts, and the place in a list. */
const others = new Set<Endpoint>([listCodes, listSeats, getSubmissionNeighbours, listPayouts]);
const searches = (await everyEndpoint()).flatMap(({ name: called, entry }) => {
  const field = fieldsOf(entry).find((one) => ['query.search', 'query.q'].includes(nameOf(one)));
  return field && entry.method === 'GET' && !others.has(entry)
    ? [{ name: called, entry, key: field.path[0] ?? '' }]
    : [];
});
const byPhone = new Set<Endpoint>([
  listBroadcastDeliveries,
  listAccessGaps,
  listDeferred,
  listOrders,
  listRedemptions,
  listSubmissions,
  listSubscribers,
  listWaiting,
  listUserSubmissions,
  listUsers,
  searchEverything,
  ...Object.values(assignments).flatMap(({ kind, list }) => (kind === 'person' ? [list] : [])),
]);

let test: TestApp;
let token: string;
let ids: Ids;

beforeAll(async () => {
  test = await testApp();
  ({ token } = await test.as('superadmin'));
  await fillTenant(test.sql, 'coding');
  ids = (await addRecords(test.sql, 'coding')) as Ids;
  await linkRecords(test.sql, 'coding', ids);
  // A member without a certificate.
  const waiting = await addRecord(test.sql, 'user', 'coding');
  await test.sql('insert into course_user (tenant, course_id, user_id) values ($1, $2, $3)', [
    'coding',
    ids.course,
    waiting,
  ]);
  await test.sql('insert into course_waiting (tenant, course_id, user_id) values ($1, $2, $3)', [
    'coding',
    ids.course,
    await addRecord(test.sql, 'user', 'coding'),
  ]);
  await test.sql(
    `insert into place_transfer (tenant, move_id, user_id, bought_course_id, from_course_id, is_deferred)
      values ('coding', new_id(), $1, $2, $2, true)`,
    [waiting, ids.course],
  );
  await test.sql('update course set has_certificate = true');
  await test.sql(`update product set is_published = true`);
  await addRecord(test.sql, 'access-gap', 'coding', { kind: 'paid-no-access' });
  await test.sql('update batch_row set batch_id = $1', [ids.batch]);
  await test.sql('update voucher_redemption set voucher_id = $1', [ids.voucher]);
  await test.sql(`update paper set content = jsonb_set(content, '{buyer,name}', to_jsonb($1::text))`, [name]);
  await test.sql('update payout_line set payout_id = $1, order_id = $2', [ids.payout, ids.order]);
  await test.sql('update bank_line set description = $1', [name]);
  await test.sql('update payment_difference set search = search_text($1)', [name]);
  // Names of tags are unique.
  await test.sql('delete from tag where id <> $1', [ids.tag]);
  for (const [table, { quoted, columns, hasTenant }] of await catalogueOf(test.sql)) {
    if (!hasTenant) continue;
    for (const column of columns) {
      const value =
        ['name', 'user_name', 'event_name'].includes(column.name) && table !== 'upload'
          ? name
          : ['phone_number', 'user_phone'].includes(column.name) && phone;
      if (value) await test.sql(`update ${quoted} set "${column.name}" = $1`, [value]);
    }
  }
});
afterAll(() => test.close());

async function totalOf({ entry, key }: (typeof searches)[number], search: string): Promise<number> {
  const { params, query } = validInput(entry, ids);
  const answer = await test.app.inject({
    url: `/api${entry.url.replace(/:(\w+)/g, (_, part: string) => params[part] ?? '')}`,
    query: { ...query, [key]: search },
    headers: { authorization: `Bearer ${token}` },
  });
  const { totalItems, total, sums, found, eventNames } = answer.json<{
    totalItems?: number;
    total?: number;
    sums?: { all: { count: number } } | { count: number }[];
    found?: unknown[];
    eventNames?: string[];
  }>();
  const counted = Array.isArray(sums) ? sums.reduce((sum, { count }) => sum + count, 0) : sums?.all.count;
  return totalItems ?? total ?? counted ?? (found ?? eventNames)?.length ?? -1;
}

describe('finds a name in any spelling, and not when a word differs', () => {
  it.each(searches)('$name', async (one) => {
    const absent = ['jose xyzzy', ...empty];
    const totals = await Promise.all([...names, ...absent].map((search) => totalOf(one, search)));
    expect(totals.slice(0, names.length).map((total) => total > 0)).toEqual(names.map(() => true));
    expect(totals.slice(names.length)).toEqual(absent.map(() => 0));
  });
});

describe('finds a person by phone in any spelling', () => {
  it.each(searches.filter(({ entry }) => byPhone.has(entry)))('$name', async (one) => {
    const totals = await Promise.all([...phones, '0812 0000 7558'].map((search) => totalOf(one, search)));
    expect(totals.map((total) => total > 0)).toEqual([...phones.map(() => true), false]);
  });
});
