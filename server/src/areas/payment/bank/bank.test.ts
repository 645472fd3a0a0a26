/** Tests bank statements over HTTP: import, matching with orders, ignoring, undo, and two people at once. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undoBatch, type Batch } from '#contract/batch/endpoints.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { listPayments, recordPayment } from '#contract/payment/entries.ts';
import { ignoreLine, listBankLines, matchLine, previewMatches, reopenLine, startMatches } from '#contract/payment/bank/lines.ts'; // prettier-ignore
import { type StatementPreview, importStatement, listStatements, previewStatement } from '#contract/payment/bank/statements.ts'; // prettier-ignore
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { multipart } from '#platform/testing/files.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { batchRoutes } from '../../../services/batch/routes.ts';
import { ledgerRoutes } from '../ledger/routes.ts';
import { statementImportBatch } from './import-batch.ts';
import { matchBatch } from './match-batch.ts';
import { bankRoutes } from './routes.ts';

let test: TestApp;
let cs: TestCaller;
beforeAll(async () => {
  test = await testAppOf([bankRoutes, ledgerRoutes, batchRoutes([statementImportBatch, matchBatch])]);
  cs = await test.as('customer-service');
});
afterAll(() => test.close());

type Fields = Record<string, string>;
async function send<Body>(entry: Endpoint, file: Buffer | string, fields: Fields = {}) {
  const { token } = await test.as('customer-service');
  const { payload, headers } = multipart(Buffer.from(file), fields, 'file');
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api${entry.url}`,
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, body: answer.json<Body & { message: string }>() };
}
const preview = (file: Buffer | string, fields?: Fields) => send<StatementPreview>(previewStatement, file, fields);
async function imported(file: Buffer | string, fields: Fields = {}) {
  const { seen } = (await preview(file, fields)).body;
  return send<Batch>(importStatement, file, { ...fields, seen });
}

let accounts = 0;
type Line = readonly [day: string, text: string, amount: number];
/** Statement of a new account in Mandiri's layout. */
const statementOf = (lines: readonly Line[], account = `13100${(accounts += 1)}00000`) =>
  `Account No,Date,Val. Date,Transaction Code,Description,Description,Reference No.,Debit,Credit\n${lines
    .map(
      ([day, text, amount]) =>
        `${account},${day},${day},6538,${text},,,${amount < 0 ? -amount : '.00'},${amount > 0 ? amount : '.00'}`,
    ) // prettier-ignore
    .join('\n')}\n`;

const listed = async (query: object = {}) =>
  (await cs.call(listBankLines, { query: { pageSize: 100, ...query } })).body;
async function importLines(lines: readonly Line[]) {
  expect((await imported(statementOf(lines))).status).toBe(201);
  const texts = new Set(lines.map(([, text]) => text));
  const all = [...(await listed()).lines, ...(await listed({ state: 'ignored' })).lines];
  return lines.map(([, text]) => all.find(({ description }) => texts.has(text) && description === text)!);
}

let orders = 0;
const addOrder = async (over: object = {}) => {
  orders += 1;
  const total = 1_000_000 + orders * 5000;
  const userId = await addRecord(test.sql, 'user', 'coding', { role: 'member' });
  const order = { subtotal: total, total_amount: total + 123, unique_code: 123, status: 'unpaid', created_at: '2026-11-22T03:00:00Z', expired_at: '2026-11-26T16:59:59Z', user_name: 'Budi Santoso', is_ours: true, invoice_number: `INV/coding/20261122/${1000 + orders}`, ...over }; // prettier-ignore
  const id = await addRecord(test.sql, 'order', 'coding', { user_id: userId, ...order });
  return { id, total: order.total_amount, invoice: order.invoice_number };
};
const statusOf = async (id: string) =>
  (await test.sql('select status, payment_method, sold_on::text from "order" where id = $1', [id]))[0];
const chargesOf = async (id: string) =>
  (await cs.call(listPayments, { params: { id } })).body.payments.map(({ kind, amount }) => [kind, amount]);
const match = (id: string, orderId: string, by = cs) => by.call(matchLine, { params: { id }, body: { orderId } });
const reopen = (id: string) => cs.call(reopenLine, { params: { id } });

describe('the import', () => {
  it('adds the lines once, counts equal ones, and ignores money that went out', async () => {
    const file = await readFile(new URL('samples/klikbca-bisnis.csv', import.meta.url));
    const first = await preview(file);
    expect(first).toMatchObject({ status: 200, body: { layout: 'KlikBCA', bank: 'BCA', opening: 10_000_000, closing: 5_949_168 } }); // prettier-ignore
    expect(first.body.rows.map(({ state }) => state)).toEqual(['new', 'new', 'new', 'new', 'new']);
    expect(await imported(file)).toMatchObject({ status: 201, body: { kind: 'statement-import', done: 5 } });
    expect((await preview(file)).body.rows.map(({ state }) => state)).toEqual(['known', 'known', 'known', 'known', 'known']); // prettier-ignore
    expect(await imported(file)).toMatchObject({ status: 409, body: { message: expect.stringContaining('Nothing is new') as string } }); // prettier-ignore
    const { statements } = (await cs.call(listStatements, {})).body;
    expect(statements).toMatchObject([{ account: '5420123456', lines: 5, open: 4, fromDay: '2026-11-23', toDay: '2026-11-25' }]); // prettier-ignore
    expect((await listed()).lines.filter(({ description }) => description === 'SETORAN TUNAI')).toHaveLength(2);
    expect((await listed({ state: 'ignored' })).lines).toMatchObject([{ amount: -5_000_000, reason: 'out', decidedAt: null }]); // prettier-ignore
  });

  it('of an overlapping statement adds what is new alone', async () => {
    const lines: Line[] = [['23/11/26', 'SETORAN', 100_000], ['24/11/26', 'SETORAN', 100_000]]; // prettier-ignore
    const more: Line[] = [['24/11/26', 'SETORAN', 100_000], ['24/11/26', 'SETORAN', 100_000], ['25/11/26', 'SETORAN', 100_000]]; // prettier-ignore
    expect((await imported(statementOf(lines, '999000111'))).body).toMatchObject({ done: 2 });
    const { body } = await preview(statementOf(more, '999000111'));
    expect(body.rows.map(({ state }) => state)).toEqual(['known', 'new', 'new']);
  });

  it('asks for bank and account that the file does not name, and remembers columns', async () => {
    const text = 'Hari,Apa,Uang\n23/11/2026,Dari BUDI,"499,123.00 CR"\nkapan,Dari ANI,"1,000.00 CR"\n';
    expect((await preview(text)).body).toMatchObject({ missing: expect.arrayContaining(['Date', 'Bank']) as string[], rows: [] }); // prettier-ignore
    const fields = { columns: 'bookedOn,description,amount', bank: 'other', account: '77-88' };
    expect((await preview(text, fields)).body).toMatchObject({
      missing: [],
      account: '7788',
      rows: [{ state: 'new' }],
    });
    expect((await imported(text, fields)).status).toBe(201);
    expect((await preview(text, { bank: 'other', account: '7788' })).body.rows).toMatchObject([{ state: 'known' }]);
  });

  it('writes only what was seen', async () => {
    const file = statementOf([['23/11/26', 'SEEN', 1000]]);
    expect((await send(importStatement, file, { seen: 'x' })).status).toBe(409);
    expect((await send(importStatement, '', { seen: 'x' })).status).toBe(400);
  });

  it('can be undone, except for lines that somebody decided on', async () => {
    const { body: batch } = await imported(statementOf([['23/11/26', 'KEPT', 1000], ['23/11/26', 'GONE', 2000]])); // prettier-ignore
    const kept = (await listed()).lines.find(({ description }) => description === 'KEPT')!;
    await cs.call(ignoreLine, { params: { id: kept.bankLineId }, body: { reason: 'income' } });
    const undone = await cs.call(undoBatch, { params: { id: batch.batchId } });
    expect(undone.body).toMatchObject({ undone: 1, kept: 1 });
    expect((await listed()).lines.map(({ description }) => description)).not.toContain('GONE');
  });
});

describe('a line', () => {
  it('proposes orders with reasons and differences, and chooses none', async () => {
    const right = await addOrder();
    const [other, late] = [await addOrder({ total_amount: right.total, user_name: 'Ani' }), await addOrder({ total_amount: right.total, status: 'expired', expired_at: '2026-11-22T16:59:59Z' })]; // prettier-ignore
    const [line] = await importLines([['23/11/26', 'TRSF BUDI SANTO', right.total]]);
    expect(line!.candidates).toEqual([
      expect.objectContaining({ orderId: right.id, due: right.total, reasons: ['Exact amount with the unique code 123', 'Name of the buyer', 'Came 1 day after the order'], differences: [] }), // prettier-ignore
      expect.objectContaining({ orderId: other.id, differences: ['The name is not in the text'] }),
      expect.objectContaining({ orderId: late.id, differences: ['Came after the order expired on 22 Nov 2026', 'The order is Kedaluwarsa'] }), // prettier-ignore
    ]);
    expect(await statusOf(right.id)).toMatchObject({ status: 'unpaid' });
  });

  it('finds an order by its number, and by the name when the unique code is missing', async () => {
    const [numbered, coded] = [await addOrder(), await addOrder({ user_name: 'Siti Rahmawati' })];
    const [one, two] = await importLines([
      ['23/11/26', `BAYAR ${numbered.invoice.replaceAll('/', ' ').toUpperCase()}`, 55_555],
      ['23/11/26', 'DARI SITI RAHMAWATI', coded.total - 123],
    ]);
    expect(one!.candidates).toMatchObject([{ orderId: numbered.id, reasons: ['Number of the order', expect.any(String)] }]); // prettier-ignore
    expect(two!.candidates).toMatchObject([{ orderId: coded.id, differences: ['The unique code 123 is missing'] }]);
  });

  it('that pays all that is due makes the order paid on its day, and gives it back', async () => {
    const order = await addOrder();
    const [line] = await importLines([['24/11/26', 'LUNAS BUDI', order.total]]);
    const matched = await match(line!.bankLineId, order.id);
    expect(matched).toMatchObject({ status: 200, body: { state: 'matched', order: { invoiceNumber: order.invoice } } });
    expect(await statusOf(order.id)).toEqual({ status: 'paid', payment_method: 'Transfer Bank Mandiri', sold_on: '2026-11-24' }); // prettier-ignore
    expect((await cs.call(listPayments, { params: { id: order.id } })).body.payments).toMatchObject([{ kind: 'charge', amount: order.total, note: expect.stringContaining('LUNAS BUDI') as string }]); // prettier-ignore
    expect((await reopen(line!.bankLineId)).body).toMatchObject({ state: 'open', order: null });
    expect(await statusOf(order.id)).toMatchObject({ status: 'unpaid', sold_on: null });
    expect(await chargesOf(order.id)).toEqual([['charge', order.total], ['adjustment', -order.total]]); // prettier-ignore
  });

  it('of less is a part and never sets paid; of more is refused', async () => {
    const order = await addOrder();
    const [part, rest, more] = await importLines([['23/11/26', 'PART', 1000], ['23/11/26', 'REST', order.total - 1000], ['23/11/26', 'MORE', order.total + 1]]); // prettier-ignore
    expect(await match(more!.bankLineId, order.id)).toMatchObject({ status: 409 });
    expect((await match(part!.bankLineId, order.id)).status).toBe(200);
    expect(await statusOf(order.id)).toMatchObject({ status: 'unpaid' });
    expect((await match(rest!.bankLineId, order.id)).status).toBe(200);
    expect(await statusOf(order.id)).toMatchObject({ status: 'paid' });
    expect((await reopen(part!.bankLineId)).status).toBe(409);
    expect((await reopen(rest!.bankLineId)).status).toBe(200);
    expect((await reopen(part!.bankLineId)).status).toBe(200);
    expect((await listPaymentsOf(order.id)).paid).toBe(0);
  });

  it('is not taken back while a refund of it stands', async () => {
    const order = await addOrder();
    const [line] = await importLines([['23/11/26', 'REFUNDED', order.total]]);
    await match(line!.bankLineId, order.id);
    await test.sql(`insert into payment (tenant, order_id, kind, provider, method, amount) values ('coding', $1, 'refund', 'manual', 'x', -10)`, [order.id]); // prettier-ignore
    expect(await reopen(line!.bankLineId)).toMatchObject({ status: 409, body: { message: expect.stringContaining('was refunded') as string } }); // prettier-ignore
    expect(await statusOf(order.id)).toMatchObject({ status: 'paid' });
  });

  it('is ignored with a reason, once, and put back', async () => {
    const [line] = await importLines([['23/11/26', 'BUNGA', 777]]);
    const ignore = () => cs.call(ignoreLine, { params: { id: line!.bankLineId }, body: { reason: 'interest' } });
    expect((await ignore()).body).toMatchObject({ state: 'ignored', reason: 'interest' });
    expect(await ignore()).toMatchObject({ status: 409, body: { message: expect.stringContaining('ignored this line already: Interest') as string } }); // prettier-ignore
    expect((await reopen(line!.bankLineId)).body).toMatchObject({ state: 'open', reason: null });
    expect((await reopen(line!.bankLineId)).status).toBe(409);
  });

  it('or an order that two people accept at once is accepted once', async () => {
    const [one, two] = [await addOrder(), await addOrder()];
    const [line, same, again] = await importLines([['23/11/26', 'RACE', one.total], ['23/11/26', 'SAME', two.total], ['24/11/26', 'AGAIN', two.total]]); // prettier-ignore
    const admin = await test.as('admin');
    const statuses = async (...calls: Promise<{ status: number }>[]) => (await Promise.all(calls)).map(({ status }) => status).toSorted(); // prettier-ignore
    expect(await statuses(match(line!.bankLineId, one.id), match(line!.bankLineId, one.id, admin))).toEqual([200, 409]);
    expect(await statuses(match(same!.bankLineId, two.id), match(again!.bankLineId, two.id, admin))).toEqual([200, 409]); // prettier-ignore
    expect(await chargesOf(one.id)).toEqual([['charge', one.total]]);
    expect(await chargesOf(two.id)).toEqual([['charge', two.total]]);
  });
});

const listPaymentsOf = async (id: string) => (await cs.call(listPayments, { params: { id } })).body;

describe('the unambiguous matches', () => {
  it('are accepted as a batch, without those that have another order, line, name or day, and are undone', async () => {
    const sure = await addOrder({ user_name: 'Rini Wulandari' });
    const twice = await addOrder({ user_name: 'Dewi Lestari' });
    const shared = await addOrder({ user_name: 'Agus Salim' });
    await addOrder({ user_name: 'Tono', total_amount: shared.total });
    const unnamed = await addOrder({ user_name: 'Joko Widodo' });
    const expired = await addOrder({ user_name: 'Nina Zahra', status: 'expired' });
    await importLines([
      ['23/11/26', 'DARI RINI WULANDARI', sure.total],
      ['23/11/26', 'DARI DEWI LESTARI', twice.total],
      ['24/11/26', 'DARI DEWI LESTARI LAGI', twice.total],
      ['23/11/26', 'DARI AGUS SALIM', shared.total],
      ['23/11/26', 'TANPA NAMA', unnamed.total],
      ['23/11/26', 'DARI NINA ZAHRA', expired.total],
    ]);
    const { body } = await cs.call(previewMatches, {});
    expect(body).toMatchObject({ total: 1, amount: sure.total, matches: [{ order: { orderId: sure.id } }] });
    expect((await cs.call(startMatches, { body: { seen: 'x' } })).status).toBe(409);
    const batch = await cs.call(startMatches, { body: { seen: body.seen } });
    expect(batch).toMatchObject({ status: 201, body: { done: 1, failed: 0 } });
    expect(await statusOf(sure.id)).toMatchObject({ status: 'paid' });
    await cs.call(undoBatch, { params: { id: batch.body.batchId } });
    expect(await statusOf(sure.id)).toMatchObject({ status: 'unpaid' });
    expect((await cs.call(previewMatches, {})).body.seen).toBe(body.seen);
  });

  it('leave out an order with a part that was recorded by hand', async () => {
    const order = await addOrder({ user_name: 'Maya Sari' });
    await importLines([['23/11/26', 'DARI MAYA SARI', order.total]]);
    await cs.call(recordPayment, { params: { id: order.id }, body: { amount: 5, method: 'Tunai', note: 'x' } });
    const { matches } = (await cs.call(previewMatches, {})).body;
    expect(matches.map((one) => one.order.orderId)).not.toContain(order.id);
  });
});
