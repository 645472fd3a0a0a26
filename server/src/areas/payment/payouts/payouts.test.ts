/** Tests payouts: files, their lines and the ledger, fees, and the bank lines that they arrived with. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listPayments } from '#contract/payment/entries.ts';
import { getPayout, listPayoutLines, listPayouts, matchPayout, setArrival } from '#contract/payment/payouts.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { ledgerRoutes } from '../ledger/routes.ts';
import { payoutRoutes } from './routes.ts';
import { addPaid, header, importFile, preview, refund, row } from './testing/payout-file.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([payoutRoutes, ledgerRoutes]);
  admin = await test.as('admin');
});
beforeEach(async () => {
  for (const table of ['payout', 'bank_line', 'import_column']) await test.sql(`delete from ${table}`);
});
afterAll(() => test.close());

const payouts = async () => (await admin.call(listPayouts, { query: {} })).body.payouts;
const only = async () => (await payouts())[0]!;
const linesOf = async (id: string) => (await admin.call(listPayoutLines, { params: { id }, query: {} })).body.lines;
const ledger = async (id: string) => (await admin.call(listPayments, { params: { id } })).body;

describe('a file of payouts', () => {
  it('is previewed without a change, and imported with what the ledger has', async () => {
    const [one, two] = [await addPaid(test, { amount: 200_000 }), await addPaid(test, { amount: 150_000 })];
    const file = [
      header,
      row({ ...one, gross: 200_000, fee: 1400 }),
      row({ ...two, gross: 150_000, fee: 4440, payout: 'PO-2', day: '2026-11-13' }),
    ];
    const dry = await preview(test, file);
    expect(dry.body).toMatchObject({
      missing: [],
      faults: [],
      payouts: [
        { reference: 'PO-1', paidOutOn: '2026-11-12', gross: 200_000, fees: 1400, net: 198_600, lines: 1, added: 1 },
        { reference: 'PO-2', paidOutOn: '2026-11-13', net: 145_560, added: 1, changed: 0, unchanged: 0 },
      ],
    });
    expect(await payouts()).toEqual([]);
    expect((await importFile(test, file)).body).toMatchObject({ payouts: 2, added: 2, changed: 0, differing: 0 });
    expect(await payouts()).toMatchObject([
      { reference: 'PO-2', net: 145_560, orders: 1, differing: 0, arrivedOn: null },
      { reference: 'PO-1', gross: 200_000, fees: 1400, net: 198_600, lines: 1 },
    ]);
    const { payments, paid, refunded, due } = await ledger(one.orderId);
    expect(payments).toMatchObject([
      { kind: 'charge', amount: 200_000 },
      { kind: 'fee', amount: -1400, provider: 'midtrans', at: '2026-11-12T05:00:00.000Z', reference: 'PO-1' },
    ]);
    expect({ paid, refunded, due }).toEqual({ paid: 200_000, refunded: 0, due: 0 });
  });

  it('changes nothing when it is imported again', async () => {
    const one = await addPaid(test, { amount: 200_000 });
    const file = [header, row({ ...one, gross: 200_000, fee: 1400 })];
    await importFile(test, file);
    expect((await preview(test, file)).body.payouts).toMatchObject([{ added: 0, changed: 0, unchanged: 1 }]);
    expect(await importFile(test, file)).toMatchObject({ status: 409, body: { message: expect.stringContaining('nothing to import') } }); // prettier-ignore
    expect((await ledger(one.orderId)).payments).toHaveLength(2);
  });

  it('has its columns as the former file with these headings had them', async () => {
    const one = await addPaid(test, { amount: 200_000 });
    const headings = header.map((heading) => (heading === 'Fee' ? 'Potongan Toko' : heading));
    const columns = 'payout,paidOutOn,transaction,reference,kind,at,gross,fee,';
    const first = [headings, row({ ...one, gross: 200_000, fee: 1400 })];
    const columnsNow = async () => (await preview(test, first)).body.columns.map(({ field }) => field).join(',');
    expect(await columnsNow()).toBe('payout,paidOutOn,transaction,reference,kind,at,gross,,net');
    expect((await importFile(test, first, { columns })).status).toBe(201);
    expect(await columnsNow()).toBe(columns);
  });

  it('with a corrected fee reverses the former one, and leaves what the buyer paid', async () => {
    const one = await addPaid(test, { amount: 200_000 });
    await importFile(test, [header, row({ ...one, gross: 200_000, fee: 1400 })]);
    const { body } = await importFile(test, [header, row({ ...one, gross: 200_000, fee: 1500 })]);
    expect(body).toMatchObject({ added: 0, changed: 1, differing: 0 });
    const { payments, paid, refunded } = await ledger(one.orderId);
    expect(payments.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['charge', 200_000],
      ['fee', -1400],
      ['fee', 1400],
      ['fee', -1500],
    ]);
    expect(payments[2]!.reverses).toBe(payments[1]!.paymentId);
    expect([paid, refunded]).toEqual([200_000, 0]);
    expect(await only()).toMatchObject({ fees: 1500, net: 198_500, lines: 1 });
  });

  it('says of each line what does not agree, and keeps what is not ours', async () => {
    const [less, none, back] = [
      await addPaid(test, { amount: 200_000 }),
      await addPaid(test, { amount: 150_000 }),
      await addPaid(test, { amount: 100_000 }),
    ];
    await test.sql('delete from payment where id = $1', [none.paymentId]);
    await refund(test, back, 100_000);
    await importFile(test, [
      header,
      row({ ...less, gross: 199_999, fee: 1000 }),
      row({ ...none, gross: 150_000, fee: 1000 }),
      row({ ...back, gross: 100_000, fee: 700 }),
      row({ ...back, type: 'Refund', gross: 100_000 }),
      row({ reference: 'TOKO-77', gross: 75_000, fee: 525 }),
    ]);
    const { payoutId, ...sums } = await only();
    expect(sums).toMatchObject({ gross: 424_999, fees: 3225, net: 421_774, lines: 5, orders: 2, differing: 2 });
    const lines = await linesOf(payoutId);
    expect(lines.map(({ state, kind, gross, recorded }) => [state, kind, gross, recorded])).toEqual([
      ['amount', 'payment', 199_999, 200_000],
      ['missing', 'payment', 150_000, null],
      ['agrees', 'payment', 100_000, 100_000],
      ['agrees', 'refund', -100_000, -100_000],
      ['foreign', 'payment', 75_000, null],
    ]);
    expect((await admin.call(getPayout, { params: { id: payoutId } })).body.foreign).toEqual({ lines: 1, net: 74_475 });
  });

  it('agrees after the payment that it lacked was recorded, with its fee', async () => {
    const one = await addPaid(test, { amount: 150_000 });
    const [entry] = await test.sql('delete from payment where id = $1 returning *', [one.paymentId]);
    await importFile(test, [header, row({ ...one, gross: 150_000, fee: 1000 })]);
    const { payoutId } = await only();
    const match = () => admin.call(matchPayout, { params: { id: payoutId } });
    expect((await match()).body).toEqual({ differing: 1 });
    await test.sql(
      `insert into payment (tenant, order_id, kind, provider, method, amount, at, reference)
        values ('coding', $1, 'charge', 'midtrans', 'QRIS', $2, $3, $4)`,
      [one.orderId, entry!['amount'], entry!['at'], one.reference],
    );
    expect((await match()).body).toEqual({ differing: 0 });
    await match();
    expect((await ledger(one.orderId)).payments.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['charge', 150_000],
      ['fee', -1000],
    ]);
  });

  it('leaves out rows that cannot be read, repeat one, or belong to another payout, with their reasons', async () => {
    const one = await addPaid(test, { amount: 200_000 });
    const right = row({ ...one, gross: 200_000, fee: 1400 });
    await importFile(test, [header, right]);
    const { body } = await preview(test, [
      header,
      right.with(0, 'PO-9'),
      right.with(2, 'T1').with(6, 'banyak'),
      right.with(2, 'T2').with(8, '1'),
      right.with(2, 'T3').with(1, ''),
      right.with(2, 'T4'),
      right.with(2, 'T4'),
      right.with(2, 'T5').with(1, '2026-12-01'),
    ]);
    expect(body.faults).toEqual([
      { line: 2, reason: 'Payout PO-1 has this transaction' },
      { line: 3, reason: 'Amount is “banyak”, not whole rupiah' },
      { line: 4, reason: 'The amount less the fee is not the net amount' },
      { line: 5, reason: 'Not paid out: there is no date' },
      { line: 7, reason: 'Row 6 is the same' },
      { line: 8, reason: 'Payout PO-1 has another date above' },
    ]);
    expect(body.payouts).toMatchObject([{ reference: 'PO-1', added: 1 }]);
  });

  it('is read with the columns that somebody chose', async () => {
    const one = await addPaid(test, { amount: 200_000 });
    const file = [
      ['Kapan', 'Nomor', 'Masuk', 'Potongan'],
      ['12/11/2026', one.reference, 'Rp200.000', '1.400'],
    ];
    const { body } = await preview(test, file);
    expect(body.missing).toEqual(['Paid out on', 'Order id', 'Amount', 'Fee or Net amount']);
    const columns = 'paidOutOn,reference,gross,fee';
    expect((await importFile(test, file, { columns })).body).toMatchObject({ payouts: 1, added: 1, differing: 0 });
    expect(await only()).toMatchObject({ reference: '2026-11-12', fees: 1400, net: 198_600 });
  });

  it('is 409 if what is there has changed since the preview', async () => {
    const one = await addPaid(test, { amount: 200_000 });
    const file = [header, row({ ...one, gross: 200_000, fee: 1400 })];
    const { seen } = (await preview(test, file)).body;
    await importFile(test, [header, row({ ...one, gross: 200_000, fee: 1300 })]);
    expect((await importFile(test, file, { seen })).status).toBe(409);
    expect(await only()).toMatchObject({ fees: 1300 });
  });
});

describe('a bank line', () => {
  const statement = () => addRecord(test.sql, 'bank-statement', 'coding', {});
  const line = async (amount: number, over: object = {}) =>
    addRecord(test.sql, 'bank-line', 'coding', {
      statement_id: await statement(),
      amount,
      booked_on: '2026-11-13',
      description: 'TRSF E-BANKING CR MIDTRANS',
      state: 'open',
      reason: null,
      order_id: null,
      payment_id: null,
      decided_by: null,
      ...over,
    });
  async function payout() {
    const one = await addPaid(test, { amount: 200_000 });
    await importFile(test, [header, row({ ...one, gross: 200_000, fee: 1400 })]);
    return (await only()).payoutId;
  }
  const read = async (id: string) => (await admin.call(getPayout, { params: { id } })).body;
  const accept = (id: string, bankLineId: string | null) =>
    admin.call(setArrival, { params: { id }, body: { bankLineId } });

  it('of the same amount and a near day is proposed with reasons, best first', async () => {
    const id = await payout();
    const plain = await line(198_600, { description: 'SETORAN', booked_on: '2026-11-12' });
    const named = await line(198_600);
    await line(198_601);
    await line(198_600, { booked_on: '2026-11-11' });
    await line(198_600, { state: 'ignored', reason: 'salary' });
    const { proposals, bankLine } = await read(id);
    expect(bankLine).toBeNull();
    expect(proposals.map(({ bankLineId, reasons }) => [bankLineId, reasons])).toEqual([
      [named, ['The amount is Rp198.600', 'Booked a day after the payout', 'Names Midtrans']],
      [plain, ['The amount is Rp198.600', 'Booked on the day of the payout']],
    ]);
    expect(await read(id)).toMatchObject({ arrivedOn: null });
  });

  it('is accepted by a person, is no longer in the queue, and can be taken back', async () => {
    const id = await payout();
    const bankLineId = await line(198_600);
    expect(await accept(id, bankLineId)).toMatchObject({ status: 200, body: { arrivedOn: '2026-11-13' } });
    expect(await read(id)).toMatchObject({ arrivedOn: '2026-11-13', bankLine: { bankLineId }, proposals: [] });
    const state = async () =>
      (await test.sql('select state, reason, note from bank_line where id = $1', [bankLineId]))[0];
    expect(await state()).toEqual({ state: 'ignored', reason: 'payout', note: 'Midtrans PO-1' });
    expect(await accept(id, null)).toMatchObject({ status: 200, body: { arrivedOn: null } });
    expect(await state()).toMatchObject({ state: 'open', reason: null });
  });

  it('is refused with another amount or another use', async () => {
    const id = await payout();
    expect((await accept(id, await line(198_601))).status).toBe(409);
    expect((await accept(id, await line(198_600, { state: 'ignored', reason: 'salary' }))).status).toBe(409);
    expect((await accept(id, id)).status).toBe(400);
    expect(await read(id)).toMatchObject({ arrivedOn: null, bankLine: null });
  });
});
