/** Tests the sentences of histories for every table that the trail records. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Line, describeLine } from './history-words.ts';

const id = (end: string) => `01990000-0000-7000-8000-0000000000${end}`;
const user = `user:${id('a1')}`;
const course = `course:${id('a2')}`;
const path = `learning_path:${id('a3')}`;
const lesson = `lesson:${id('a4')}`;
const names = {
  [user]: 'Sari Dewi',
  [course]: 'Python',
  [path]: 'Jalur Data',
  [lesson]: 'Kelas 1',
  [`order:${id('b1')}`]: 'INV/1',
  [`certificate:${id('b2')}`]: 'Sari Dewi',
  [`event_voucher:${id('b3')}`]: 'Hackathon',
};

const line = (table: string, action: string, part: Partial<Line>): Line => ({
  id: id('01'),
  at: '2026-11-21T07:03:00Z',
  actorId: null,
  actorName: 'Bagus',
  requestId: null,
  table,
  recordId: id('b1'),
  version: null,
  action,
  before: null,
  after: null,
  belongsTo: [],
  count: 1,
  parts: [],
  ...part,
});

/** Line as a sentence, with the names and changes that follow it. */
function sentence(shown: Line, viewed: string, known: Record<string, string> = names): string {
  const { text, names: listed, changes } = describeLine(shown, known, viewed);
  const changed = changes.map(({ label, was, becomes }) => `${label}: ${was ?? ''} → ${becomes}`);
  return [text, listed.join(', '), ...changed].filter(Boolean).join(' ');
}

const order = `order:${id('b1')}`;
const submission = `project_submission:${id('b1')}`;
const certificate = `certificate:${id('b2')}`;
const tracked = 'desk_order:fGGuFtA352kCMUhu6GHE';
const access = { recordId: `${id('a2')}/${id('a1')}`, belongsTo: [course, user] };
const until = { ...access, after: { access_ends_on: '2090-01-05' } };
const other = {
  recordId: `${id('a2')}/${id('b4')}`,
  before: null,
  after: null,
  belongsTo: [course, `user:${id('b4')}`],
};
const waits = (after: object) => ({ belongsTo: [course, user], before: {}, after: { ...after } });
const reviewed = { belongsTo: [submission, user, course], after: { review_score: 80 }, before: { review_score: null } };

const lines: readonly [string, string, Partial<Line>, viewed: string, string][] = [
  ['course_waiting', 'create', waits({}), course, 'put Sari Dewi on the waiting list'],
  ['course_waiting', 'update', waits({ offered_at: '2026-01-01' }), course, 'offered a place to Sari Dewi'],
  ['course_waiting', 'update', waits({ offered_at: null }), course, 'took back the offer of a place to Sari Dewi'],
  [
    'course_waiting',
    'update',
    waits({ left_at: '2026-01-01', left_as: 'removed' }),
    course,
    'removed Sari Dewi from the waiting list',
  ],
  ['course_waiting', 'update', waits({ left_at: null }), course, 'put Sari Dewi back on the waiting list'],
  ['course_user', 'create', access, user, 'gave Sari Dewi access to the course Python'],
  ['course_user', 'delete', access, user, 'removed Sari Dewi’s access to the course Python'],
  ['course_user', 'create', access, course, 'gave access to Sari Dewi'],
  ['course_user', 'delete', access, course, 'removed the access of Sari Dewi'],
  ['course_user', 'update', until, course, 'set the last day 5 Jan 2090 of the access of Sari Dewi'],
  ['course_user', 'update', until, user, 'set the last day 5 Jan 2090 of Sari Dewi’s access to Python'],
  [
    'learning_path_user',
    'update',
    { belongsTo: [path, user], after: { access_ends_on: null } },
    path,
    'removed the end of the access of Sari Dewi',
  ],
  [
    'course_user',
    'create',
    { ...access, count: 2, parts: [other] },
    course,
    'gave access to 2 users a deleted user, Sari Dewi',
  ],
  [
    'learning_path_user',
    'create',
    { belongsTo: [path, user] },
    user,
    'gave Sari Dewi access to the learning path Jalur Data',
  ],
  ['order', 'create', { belongsTo: [order, user], after: { invoice_number: 'INV/1' } }, user, 'made the order “INV/1”'],
  ['order', 'create', { belongsTo: [order, user] }, order, 'made this order'],
  [
    'order',
    'update',
    { belongsTo: [order, user], after: { status: 'paid' } },
    user,
    'marked the order “INV/1” as paid',
  ],
  [
    'order',
    'update',
    { belongsTo: [order, user], after: { status: 'cancelled' } },
    user,
    'cancelled the order “INV/1”',
  ],
  ['order', 'update', { belongsTo: [order, user], after: { status: 'refunded' } }, user, 'refunded the order “INV/1”'],
  [
    'order_item',
    'update',
    { recordId: `${id('b1')}/1`, belongsTo: [order], after: { is_opened: true } },
    order,
    'gave access to item 1',
  ],
  [
    'order_item',
    'update',
    { recordId: `${id('b1')}/1`, belongsTo: [order], after: { is_opened: false } },
    order,
    'took back the access to item 1',
  ],
  ['project_submission', 'update', reviewed, user, 'reviewed Sari Dewi’s project: 80'],
  ['project_submission', 'update', reviewed, course, 'reviewed Sari Dewi’s project: 80'],
  ['project_submission', 'create', { belongsTo: [submission, user, course] }, user, 'handed in Sari Dewi’s project'],
  [
    'certificate',
    'create',
    { recordId: id('b2'), belongsTo: [certificate, user], after: { name: 'Sari Dewi' } },
    user,
    'issued the certificate “Sari Dewi”',
  ],
  [
    'certificate',
    'update',
    { recordId: id('b2'), belongsTo: [certificate, user], after: { status: 'revoked' } },
    user,
    'revoked the certificate “Sari Dewi”',
  ],
  [
    'certificate',
    'update',
    { recordId: id('b2'), belongsTo: [certificate, user], before: { status: 'pending' }, after: { status: 'issued' } },
    user,
    'made the PDF of the certificate “Sari Dewi”',
  ],
  [
    'subscription',
    'update',
    { belongsTo: [`subscription:${id('b1')}`, user], after: { cancelled_at: '2026-11-21T07:03:00Z' } },
    user,
    'cancelled a subscription',
  ],
  [
    'event_voucher',
    'update',
    {
      recordId: id('b3'),
      belongsTo: [`event_voucher:${id('b3')}`, user],
      after: { redeemed_at: '2026-11-21T07:03:00Z' },
    },
    user,
    'redeemed the event voucher “Hackathon”',
  ],
  ['voucher_redemption', 'create', { recordId: id('b1'), belongsTo: [order] }, order, 'used a voucher for this order'],
  [
    'voucher_redemption',
    'update',
    { recordId: id('b1'), belongsTo: [order], after: { released_at: '2026-11-21T07:03:00Z' } },
    order,
    'released the voucher of this order',
  ],
  [
    'lesson_documentation',
    'create',
    { belongsTo: [`lesson_documentation:${id('b1')}`, lesson, course] },
    course,
    'added a picture to the lesson “Kelas 1”',
  ],
  [
    'desk_order',
    'update',
    {
      recordId: 'fGGuFtA352kCMUhu6GHE',
      belongsTo: [tracked],
      after: { claimed_by: id('a1') },
      before: { claimed_by: null },
    },
    tracked,
    'claimed this tracked order',
  ],
  [
    'tracking_document',
    'update',
    { recordId: 'fGGuFtA352kCMUhu6GHE', belongsTo: [], after: { status: { stringValue: 'paid' } } },
    user,
    'marked a tracked order as paid',
  ],
  [
    'access_gap',
    'update',
    { belongsTo: [`access_gap:${id('b1')}`, user], after: { intended_reason: 'gift' } },
    user,
    'accepted an access as it is: gift',
  ],
];

it.each(lines)('a change of %s (%s) %j in the history of %s is "%s"', (table, action, part, viewed, text) => {
  expect(sentence(line(table, action, part), viewed)).toBe(text);
});

/** Tables that the migrations put into the trail. */
function auditedTables(): string[] {
  const folder = join(import.meta.dirname, '../../../../server/src/migrations');
  const text = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const found = [
    ...[...text.matchAll(/call audited\('"?(\w+)"?'/g)].map(([, table]) => table),
    ...[...text.matchAll(/call record_table\('(\w+)'/g)].map(([, table]) => table),
    ...[...text.matchAll(/call link_table\('(\w+)', '(\w+)'(?:, '(\w+)')?/g)].map(
      ([, owner, item, called]) => `${owner}_${called ?? item}`,
    ),
  ];
  return [...new Set(found)].flatMap((table) => table ?? []).toSorted();
}

describe('no line has an id, the name of a table or a value without words', () => {
  const tables = auditedTables();
  it('of any of the audited tables', () => expect(tables.length).toBeGreaterThan(35));

  /** Ends of a link such as `discount_path`; else the record with a parent. */
  const belongs = (table: string) => [`${table}:${id('c1')}`, user, course];
  const changed = { reviewed_by: id('c2'), section_id: id('c3'), position: 2048 };
  it.each(tables)('%s', (table) => {
    for (const action of ['create', 'update', 'delete'])
      for (const isLink of [false, true])
        for (const viewed of [`${table}:${id('c1')}`, course, user])
          for (const count of [1, 3]) {
            const belongsTo = isLink ? [course, user] : belongs(table);
            const part = {
              recordId: id('c1'),
              before: changed,
              after: { ...changed, reviewed_by: id('c4') },
              belongsTo,
            };
            const shown = line(table, action, { ...part, count, parts: count === 1 ? [] : [part, part] });
            for (const known of [names, {}]) {
              const words = sentence(shown, viewed, known);
              expect(words).not.toMatch(/…|_|[\da-f]{8}-|undefined|null|\[object/);
              expect(words).not.toContain(id('c1').slice(-8));
            }
          }
  });
});
