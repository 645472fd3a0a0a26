/** Tests papers over HTTP: numbers without gaps, the same bytes again, their text, mails, and who may do what. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type PaperKind,
  checkCoretax,
  exportCoretax,
  getInvoice,
  getOrderPapers,
  getPaper,
  issueInvoices,
  issuePaper,
  listPapers,
  mailPaper,
  sumPapers,
  updateBuyer,
} from '#contract/payment/papers.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { type Mailbox, openMailbox } from '#shared/mail/testing/mailbox.ts';
import { readPdf } from '#shared/paper/testing/read-pdf.ts';
import { paperContent } from '#shared/testing/sample.ts';
import { type PaperContent, contentOf } from './content.ts';
import { drawPaper } from './drawing.ts';
import { issuePapers, sendPaper } from './jobs.ts';
import { issueMissing } from './missing.ts';
import { paperRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
let mailbox: Mailbox;

beforeAll(async () => {
  // Without a log, since some inserts are broken on purpose.
  test = await testAppOf([paperRoutes], {}, { write: () => undefined });
  admin = await test.as('admin');
  mailbox = await openMailbox(test, [issuePapers, issueMissing, sendPaper]);
});
afterAll(async () => {
  await mailbox.close();
  await test.close();
});
beforeEach(async () => {
  for (const table of ['paper_mail', 'paper', 'order_buyer', 'paper_series', '"order"', 'outbox'])
    await test.sql(`delete from ${table}`);
  await seller({});
});

const seller = (changed: Record<string, unknown>) => {
  const columns = {
    seller_name: 'PT Sanggar Kode Nusantara',
    seller_address: 'Jalan Merdeka 10\nBandung 40111',
    seller_npwp: '012345678423000',
    bank_account: 'BCA 123 456 7890 a.n. PT Sanggar Kode Nusantara',
    signatory: 'Ratna Kusuma',
    vat: 'otherValue',
    vat_rate: 12,
    paper_rule: 'none',
    ...changed,
  };
  const set = Object.keys(columns).map((name, n) => `${name} = $${n + 1}`);
  return test.sql(`update brand_setting set ${set.join()}`, Object.values(columns));
};

let orders = 0;
/** Order of two courses for Rp1.110.000: 800.000 and 500.000, less a discount of 100.000 and a voucher of 90.000. */
async function order(status = 'paid', columns: Record<string, unknown> = {}): Promise<string> {
  orders += 1;
  const row = {
    tenant: 'coding',
    invoice_number: `INV/coding/20261103/${String(orders).padStart(4, '0')}`,
    user_id: '01890000-0000-7000-8000-000000000001',
    user_name: 'Sari Dewi',
    user_email: 'sari@sample.test',
    user_phone: '0812',
    subtotal: 1_300_000,
    discount_amount: 100_000,
    voucher_code: 'HEMAT',
    voucher_amount: 90_000,
    unique_code: null,
    total_amount: 1_110_000,
    status,
    payment_provider: 'midtrans',
    payment_method: 'QRIS',
    paid_at: status === 'paid' || status === 'refunded' ? '2026-11-03T18:00:00Z' : null,
    expired_at: '2026-11-06T16:59:59Z',
    created_at: '2026-11-03T05:00:00Z',
    ...columns,
  };
  const names = Object.keys(row);
  const [made] = await test.sql(
    `insert into "order" (${names.join()}) values (${names.map((_, n) => `$${n + 1}`).join()}) returning id`,
    Object.values(row),
  );
  const id = String(made!['id']);
  await test.sql(
    `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount, discount_name)
     values ($2, $1, 1, 'courses', gen_random_uuid(), 'Kelas Laravel', 800000, 100000, 'Promo November'),
       ($2, $1, 2, 'courses', gen_random_uuid(), 'Dasar SQL', 500000, 0, null)`,
    [id, row.tenant],
  );
  return id;
}

const issue = (id: string, kind: PaperKind = 'invoice', by = admin) =>
  by.call(issuePaper, { params: { id }, body: { kind } });
const papersOf = async (id: string) => (await admin.call(getOrderPapers, { params: { id } })).body;
const bytes = async (file: unknown) => Buffer.from(await (file as File).arrayBuffer());
const fileOf = async (id: string) => bytes((await admin.call(getPaper, { params: { id } })).body);
const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const linesOf = async (content: Buffer) => (await readPdf(content)).lines.map((line) => line.trim());
const numbers = async () =>
  (await test.sql(`select number from paper order by number`)).map(({ number }) => String(number).slice(-4));

/** Pays an order, as the other areas do. */
const pay = (ids: readonly string[]) =>
  test.sql(`update "order" set status = 'paid', paid_at = now() where id = any($1)`, [ids]);
const refund = (id: string, amount: number) =>
  test.sql(
    `insert into payment (tenant, order_id, kind, provider, method, amount) values ('coding', $1, 'refund', 'midtrans', 'QRIS', $2)`,
    [id, -amount],
  );

describe('numbers', () => {
  it('have no gap with 50 at once and failures in between', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 50; n += 1) ids.push(await order(n % 5 === 4 ? 'cancelled' : 'paid'));
    // A row that breaks the insert after its number was drawn.
    await test.sql(`create function break_some() returns trigger language plpgsql as $$ begin
      if (select count(*) from order_item where order_id = new.order_id) > 2 then raise exception 'broken'; end if; return new; end $$;
      create trigger break_some before insert on paper for each row execute function break_some()`);
    for (const id of ids.filter((_, n) => n % 5 === 3))
      await test.sql(
        `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price) values ('coding', $1, 3, 'products', new_id(), 'X', 0)`,
        [id],
      );
    const statuses = (await Promise.all(ids.map((id) => issue(id)))).map(({ status }) => status);
    await test.sql('drop trigger break_some on paper');
    expect(statuses.filter((status) => status === 201)).toHaveLength(30);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    expect(statuses.filter((status) => status === 500)).toHaveLength(10);
    expect(await numbers()).toEqual(Array.from({ length: 30 }, (_, n) => String(n + 1).padStart(4, '0')));
  });

  it('are one for an order that two people issue at once', async () => {
    const id = await order();
    const statuses = (await Promise.all([issue(id), issue(id)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409]);
    expect(await numbers()).toEqual(['0001']);
  });

  it('run by brand, kind and month', async () => {
    const month = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 7).replace('-', '');
    expect((await issue(await order())).body.number).toBe(`FKT/coding/${month}/0001`);
    const id = await order();
    expect((await issue(id)).body.number).toBe(`FKT/coding/${month}/0002`);
    expect((await issue(id, 'receipt')).body.number).toBe(`KWT/coding/${month}/0001`);
    await test.sql(`update paper_series set month = month - interval '1 month'`);
    await test.sql(`update paper set number = 'of the month before ' || number`);
    expect((await issue(await order())).body.number).toBe(`FKT/coding/${month}/0001`);
    const other = await order('paid', { tenant: 'cyber' });
    expect((await issue(other, 'invoice', await test.as('admin', 'cyber'))).body.number).toBe(
      `FKT/cyber/${month}/0001`,
    );
    expect((await issue(other)).status).toBe(404);
  });
});

describe('a PDF', () => {
  it('has buyer, seller, items, discounts, PPN, the total in words, and both numbers', async () => {
    const id = await order();
    await admin.call(updateBuyer, {
      params: { id },
      body: {
        name: 'PT Maju Bersama',
        address: 'Jalan Sudirman 5, Jakarta',
        npwp: '01.234.567.8-901.000',
        email: 'keuangan@maju.test',
      },
    });
    const { paperId, number } = (await issue(id)).body;
    const content = await fileOf(paperId);
    const { lines, pages } = await readPdf(content);
    const text = lines.map((line) => line.trim());
    expect(pages).toBe(1);
    for (const line of [
      'PT Sanggar Kode Nusantara',
      'Jalan Merdeka 10',
      'Bandung 40111',
      'NPWP 01.234.567.8-423.000',
      'PT Maju Bersama',
      'NPWP 01.234.567.8-901.000',
      'keuangan@maju.test',
      `Nomor ${number}`,
      'LUNAS',
      'Dibayar pada 4 November 2026 dengan QRIS.',
      'Terbilang: satu juta seratus sepuluh ribu rupiah',
      'Ratna Kusuma',
    ])
      expect(text).toContain(line);
    const whole = text.join(' ');
    for (const part of [
      /Pesanan INV\/coding\/20261103\/\d{4}/,
      /Kelas Laravel Rp800\.000/,
      /Dasar SQL Rp500\.000/,
      /Diskon Promo November -Rp100\.000/,
      /Voucher HEMAT -Rp90\.000/,
      /Total Rp1\.110\.000/,
      /Harga tanpa PPN Rp1\.000\.000/,
      /DPP nilai lain \(11\/12 × harga tanpa PPN\) Rp916\.667/,
      /PPN 12% Rp110\.000/,
    ])
      expect(whole).toMatch(part);
    // Embedded, and none of the fonts that readers bring.
    expect(content.toString('latin1').match(/\/FontFile2/g)).toHaveLength(2);
    expect(content.toString('latin1')).not.toMatch(/\/Helvetica/);
  });

  it('has the same bytes whatever changes later', async () => {
    const id = await order('unpaid');
    const { paperId } = (await issue(id)).body;
    const first = hash(await fileOf(paperId));
    await seller({ seller_name: 'PT Lain', vat: 'none' });
    await test.sql(`update "order" set user_name = 'Lain', payment_method = 'GoPay' where id = $1`, [id]);
    await test.sql(`update order_item set product_name = 'Lain'`);
    await pay([id]);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(hash(await fileOf(paperId))).toBe(first);
    const { body, headers } = await admin.call(getInvoice, { params: { id } });
    expect(hash(await bytes(body))).toBe(first);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="FKT-coding-\d{6}-0001.pdf"$/),
      'cache-control': 'no-store',
    });
  });

  it('is a preview before it is issued, which takes no number', async () => {
    const id = await order('unpaid', { unique_code: 123, total_amount: 1_110_123 });
    await seller({ seller_name: '', vat: 'none' });
    const text = await linesOf(await bytes((await admin.call(getInvoice, { params: { id } })).body));
    expect(text).toContain('PRATINJAU: belum diterbitkan');
    expect(text).toContain('BELUM DIBAYAR');
    expect(text.join(' ')).toMatch(/Kode unik Rp123 .*Bayarlah sebelum atau pada 6 November 2026\. Transfer ke BCA/);
    expect(text.join(' ')).not.toContain('PPN');
    expect(await numbers()).toEqual([]);
  });

  it('goes on over pages, and adds up for any order', async () => {
    const names = fc.string({ unit: fc.constantFrom('Kelas ', 'W', 'i', ' ', 'é'), minLength: 1, maxLength: 60 });
    const items = fc.array(
      fc.record({ price: fc.integer({ min: 0, max: 90_000_000 }), off: fc.integer({ min: 0, max: 100 }), name: names }),
      { minLength: 1, maxLength: 20 },
    );
    const brand = { tenant: 'data', brand: 'Data Studio' } as const;
    const check = (all: { price: number; off: number; name: string }[], voucherAmount: number, other: number) => {
      const lines = all.map(({ price, off, name }) => ({
        productName: name,
        price,
        discountAmount: Math.floor((price * off) / 100),
        discountName: off > 50 ? 'Promo' : null,
      }));
      const subtotal = lines.reduce((sum, { price }) => sum + price, 0);
      const discountAmount = lines.reduce((sum, one) => sum + one.discountAmount, 0);
      const totalAmount = Math.max(0, subtotal - discountAmount - voucherAmount + other);
      const empty = { name: 'A', address: '', npwp: '', nik: '', email: '', bankAccount: '', signatory: '' };
      const source = {
        orderId: '',
        invoiceNumber: 'INV/1',
        createdAt: '',
        status: 'paid' as const,
        paymentMethod: '',
        paidAt: null,
        expiredAt: null,
        items: lines,
        subtotal,
        discountAmount,
        voucherCode: 'V',
        voucherAmount,
        totalAmount,
        uniqueCode: 7,
        refunded: 0,
        buyer: empty,
        seller: empty,
        terms: { rule: 'otherValue' as const, rate: 12 },
      };
      const content = contentOf(brand, 'invoice', source, []);
      const amounts = [...content.items.map(({ price }) => price), ...content.steps.map(({ amount }) => amount)];
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(totalAmount);
      expect(content.vat!.net + content.vat!.vat).toBe(totalAmount);
      return content;
    };
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 0, max: 999 }), (...of) => {
        check(...of);
      }),
    );
    const long = Array.from({ length: 20 }, (_, n) => ({
      price: 1000 + n,
      off: 60,
      name: 'Kelas sangat panjang '.repeat(8),
    }));
    const content = check(long, 0, 0);
    const { pages } = await readPdf(await drawPaper({ number: 'FKT/1', issuedAt: '2026-11-03T00:00:00Z', content }));
    expect(pages).toBe(2);
  });
});

describe('what can be issued', () => {
  it.each([
    ['unpaid', ['invoice']],
    ['pending', ['invoice']],
    ['paid', ['invoice', 'receipt']],
    ['expired', []],
    ['cancelled', []],
  ])('for an order that is %s is %j', async (status, kinds) => {
    const id = await order(status);
    expect((await papersOf(id)).issuable).toEqual(kinds);
    for (const kind of ['invoice', 'receipt', 'credit-note'] as const)
      expect((await issue(id, kind)).status).toBe(kinds.includes(kind) ? 201 : 409);
  });

  it('are credit notes for what was refunded, each once, of an invoice', async () => {
    const id = await order();
    await refund(id, 110_000);
    expect(await issue(id, 'credit-note')).toMatchObject({
      status: 409,
      problem: { message: 'A credit note reduces an invoice: issue that first' },
    });
    const invoice = (await issue(id)).body.number;
    const { paperId } = (await issue(id, 'credit-note')).body;
    const text = (await linesOf(await fileOf(paperId))).join(' ');
    expect(text).toMatch(/Nota Kredit/);
    expect(text).toContain(`Atas invoice ${invoice}`);
    expect(text).toMatch(/Dikembalikan Rp110\.000 Terbilang: seratus sepuluh ribu rupiah/);
    expect((await issue(id, 'credit-note')).problem.message).toBe('Nothing was refunded that has no credit note');
    await refund(id, 1_000_000);
    await issue(id, 'credit-note');
    const { papers } = await papersOf(id);
    expect(papers.filter(({ kind }) => kind === 'credit-note').map(({ total }) => total)).toEqual([110_000, 1_000_000]);
  });

  it('are credit notes of parts whose PPN adds up to that of the invoice', async () => {
    const id = await order();
    await issue(id);
    const parts = [1, 333_333, 333_333, 333_334, 109_999];
    for (const part of parts) {
      await refund(id, part);
      expect((await issue(id, 'credit-note')).status).toBe(201);
    }
    const rows = await test.sql(
      `select kind, total, vat, (content -> 'vat' ->> 'net')::int as net from paper order by id`,
    );
    const [invoice, ...notes] = rows as { total: number; vat: number; net: number }[];
    const sum = (key: 'total' | 'vat' | 'net') => notes.reduce((all, note) => all + note[key], 0);
    expect(notes.map(({ total }) => total)).toEqual(parts);
    expect([sum('total'), sum('vat'), sum('net')]).toEqual([invoice!.total, invoice!.vat, invoice!.net]);
    expect(notes.every(({ total, vat, net }) => vat + net === total)).toBe(true);
  });

  it('is no credit note for money above the total, or for a part of an order that was never paid', async () => {
    const id = await order();
    const open = await order('unpaid');
    const charge = (orderId: string, amount: number) =>
      test.sql(
        `insert into payment (tenant, order_id, kind, provider, method, amount) values ('coding', $1, 'charge', 'manual', '', $2)`,
        [orderId, amount],
      );
    await charge(id, 1_130_000);
    await charge(open, 50_000);
    for (const one of [id, open]) await issue(one);
    await refund(id, 20_000);
    await refund(open, 50_000);
    for (const one of [id, open]) expect((await issue(one, 'credit-note')).status).toBe(409);
    await refund(id, 30_000);
    const [note] = (await issue(id, 'credit-note')).status === 201 ? (await papersOf(id)).papers.slice(-1) : [];
    expect(note).toMatchObject({ kind: 'credit-note', total: 30_000 });
    // The refund was found not to have gone: there is nothing to credit any more.
    await test.sql(
      `insert into payment (tenant, order_id, kind, provider, method, amount, reverses)
        select tenant, order_id, 'adjustment', provider, method, -amount, id from payment where amount = -30000`,
    );
    expect((await issue(id, 'credit-note')).status).toBe(409);
  });

  it('is nothing while the seller’s data is missing, with the field', async () => {
    await seller({ seller_npwp: '' });
    const id = await order();
    expect(await papersOf(id)).toMatchObject({ issuable: [], problem: expect.stringContaining('lacks “NPWP”') });
    expect(await issue(id)).toMatchObject({ status: 409, problem: { errors: [{ path: 'kind' }] } });
    await seller({ seller_npwp: '', vat: 'none' });
    expect((await issue(id)).status).toBe(201);
  });
});

describe('the buyer', () => {
  it('is the member, then as written, and fixed once a paper was issued', async () => {
    const id = await order();
    expect(await papersOf(id)).toMatchObject({
      buyer: { name: 'Sari Dewi', npwp: '', email: 'sari@sample.test' },
      isBuyerFixed: false,
    });
    const body = { name: 'CV Sari', address: 'Bogor', nik: '3174 0145 0890 0001', email: 'sari@cv.test' };
    const save = () => admin.call(updateBuyer, { params: { id }, body });
    expect((await save()).status).toBe(200);
    const { number } = (await issue(id)).body;
    expect(await papersOf(id)).toMatchObject({ buyer: { nik: '3174014508900001' }, isBuyerFixed: true });
    expect((await save()).problem.message).toContain(number);
  });

  it('of two people who edit it, the second learns of the first', async () => {
    const id = await order();
    const body = { name: 'CV Sari', address: 'Bogor', email: 'sari@cv.test' };
    const save = (version: number, name: string) =>
      admin.call(updateBuyer, { params: { id }, body: { ...body, name } }, { ifMatch: `"v${version}"` });
    const late = { status: 412, problem: { conflict: { by: 'Tester admin', isYou: true } } };
    expect((await papersOf(id)).buyerVersion).toBe(0);
    expect((await save(0, 'PT Satu')).body).toEqual({ orderId: id, version: 1 });
    expect(await save(0, 'PT Dua')).toMatchObject(late);
    expect((await save(1, 'PT Tiga')).body).toMatchObject({ version: 2 });
    expect(await save(1, 'PT Empat')).toMatchObject(late);
    expect(await papersOf(id)).toMatchObject({ buyer: { name: 'PT Tiga' }, buyerVersion: 2 });
  });

  it('is proposed from the member’s order before', async () => {
    const body = { name: 'CV Sari', address: 'Bogor', npwp: '012345678901000', email: 'sari@cv.test' };
    await admin.call(updateBuyer, { params: { id: await order() }, body });
    expect((await papersOf(await order())).buyer).toMatchObject(body);
    const other = await order('paid', { user_id: '01890000-0000-7000-8000-000000000002', user_name: 'Budi' });
    expect((await papersOf(other)).buyer).toMatchObject({ name: 'Budi' });
  });

  it.each([
    ['npwp', '12345'],
    ['nik', '3174014508900000'],
    ['name', ''],
    ['name', '山田'],
    ['email', 'sari'],
    ['address', 'x'.repeat(301)],
  ])('refuses the %s “%s”', async (path, value) => {
    const id = await order();
    const body = { name: 'Sari', email: 'sari@sample.test', [path]: value };
    const refused = await admin.call(updateBuyer, { params: { id }, body });
    expect(refused).toMatchObject({ status: 400, problem: { errors: [{ path }] } });
    expect(await test.sql('select from order_buyer')).toEqual([]);
  });
});

describe('a mail', () => {
  it('brings the paper to the address, and the order tells when', async () => {
    const id = await order();
    const { paperId, number } = (await issue(id, 'receipt')).body;
    const { status } = await admin.call(mailPaper, { params: { id: paperId }, body: { email: 'kantor@sample.test' } });
    expect(status).toBe(202);
    const [mail, ...others] = await mailbox.mailsTo('kantor@sample.test');
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`Kwitansi ${number}`);
    const [, name, base64 = ''] = /filename="?([^"\s]+)"?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail?.text ?? '') ?? [];
    expect(name).toBe(`${number.replaceAll('/', '-')}.pdf`);
    expect(hash(Buffer.from(base64, 'base64'))).toBe(hash(await fileOf(paperId)));
    await expect
      .poll(async () => (await papersOf(id)).papers[0]?.mails)
      .toMatchObject([{ email: 'kantor@sample.test', sentAt: expect.any(String) }]);
  });
});

describe('papers that issue themselves', () => {
  const papersAfterJobs = async (id: string) => {
    await mailbox.mailsTo('');
    return (await papersOf(id)).papers;
  };

  it('are invoice and receipt when an order is paid, once, with one mail', async () => {
    await seller({ paper_rule: 'send' });
    const ids = [await order('unpaid'), await order('pending'), await order('unpaid', { total_amount: 0 })];
    await pay(ids);
    const email = 'sari@sample.test';
    const sent = (await mailbox.mailsTo(email)).length;
    expect(sent).toBe(2);
    for (const id of ids.slice(0, 2))
      expect((await papersAfterJobs(id)).map(({ kind, mails }) => [kind, mails.length])).toEqual([
        ['invoice', 0],
        ['receipt', 1],
      ]);
    expect(await papersAfterJobs(ids[2]!)).toEqual([]);
    await test.sql(`update "order" set status = 'unpaid'`);
    await pay(ids);
    expect(await mailbox.mailsTo(email)).toHaveLength(sent);
    expect(await numbers()).toHaveLength(4);
  });

  it('are none by default', async () => {
    const id = await order('unpaid');
    await pay([id]);
    expect(await papersAfterJobs(id)).toEqual([]);
  });
});

describe('the list', () => {
  it('is newest first, with sums by kind, by month, kind and words', async () => {
    const budi = { user_id: '01890000-0000-7000-8000-000000000002', user_name: 'Budi Santoso' };
    const [one, two] = [await order(), await order('paid', budi)];
    const { number } = (await issue(one)).body;
    await issue(one, 'receipt');
    await issue(two);
    const listed = async (query: object) =>
      (await admin.call(listPapers, { query })).body.papers.map((row) => row.buyerName);
    expect(await listed({})).toEqual(['Budi Santoso', 'Sari Dewi', 'Sari Dewi']);
    expect(await listed({ kind: 'receipt' })).toEqual(['Sari Dewi']);
    expect(await listed({ search: 'budi' })).toEqual(['Budi Santoso']);
    expect(await listed({ search: number })).toEqual(['Sari Dewi']);
    const month = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
    expect(await listed({ month })).toHaveLength(3);
    expect(await listed({ month: '2020-02-29' })).toEqual([]);
    expect((await admin.call(sumPapers, { query: { month } })).body.sums).toEqual([
      { kind: 'invoice', count: 2, total: 2_220_000, vat: 220_000 },
      { kind: 'receipt', count: 1, total: 1_110_000, vat: 110_000 },
    ]);
    expect(formatMoney(2_220_000)).toBe('Rp2.220.000');
  });
});

describe('the file for Coretax', () => {
  const month = '2026-11-15';
  const check = async () => (await admin.call(checkCoretax, { query: { month } })).body;
  const download = (by = admin) => by.call(exportCoretax, { body: { month } });
  const withTaxData = async (id: string, changed: object = {}) => {
    const body = { name: 'PT Maju', address: 'Jakarta', npwp: '012345678901000', email: 'a@b.test', ...changed };
    expect((await admin.call(updateBuyer, { params: { id }, body })).status).toBe(200);
    expect((await issue(id)).status).toBe(201);
  };

  it('has what is ready, and names the rest with its reasons', async () => {
    const user = (n: number) => ({ user_id: `01890000-0000-7000-8000-00000000000${n}` });
    const ready = await order('paid', user(1));
    await withTaxData(ready);
    await withTaxData(await order('paid', user(2)), { address: '', npwp: '' });
    await order('paid', user(3));
    const back = await order('paid', user(4));
    await withTaxData(back);
    await test.sql(`update "order" set status = 'refunded' where id = $1`, [back]);
    await order('unpaid', user(5));
    await order('paid', { ...user(6), paid_at: '2026-12-01T00:00:00+07:00' });
    const { problems, ...checked } = await check();
    expect(checked).toMatchObject({ refusal: null, ready: 1, totalItems: 3 });
    expect(problems.map(({ reasons }) => reasons)).toEqual([
      ['The buyer has neither NPWP nor NIK', 'The buyer has no address'],
      ['It has no invoice'],
      ['It is no longer paid: if it was imported before, correct it in Coretax'],
    ]);
    await test.sql('update session set confirmed_at = now()');
    const { body, headers } = await download();
    expect(headers['content-type']).toBe('application/xml');
    const xml = (await bytes(body)).toString();
    expect(xml.match(/<TaxInvoice>/g)).toHaveLength(1);
    expect(await test.sql('select kind, rows, total, finished_at is not null as done from data_export')).toEqual([
      { kind: 'coretax', rows: 1, total: 1, done: true },
    ]);
  });

  /** Adds paid orders over the month; those after the first `lacking` have an invoice. */
  const fill = (count: number, lacking: number) =>
    test.sql(
      `with made as (insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount,
          status, payment_provider, payment_method, paid_at)
        select 'coding', 'INV/' || n, new_id(), 'Sari Dewi', '', '', 1, 1, 'paid', '', '',
          timestamptz '2026-11-01T05:00:00Z' + n % $1 * interval '29 days' / $1
        from generate_series(0, $1::int - 1) n returning id, invoice_number)
      insert into paper (tenant, order_id, kind, number, content)
        select 'coding', id, 'invoice', invoice_number, $3 from made where substr(invoice_number, 5)::int >= $2::int`,
      [count, lacking, JSON.stringify(paperContent)],
    );
  const inOrder = async (hasInvoice: boolean) =>
    (
      await test.sql(
        `select invoice_number from "order" where exists (select from paper where order_id = "order".id) = $1 order by sold_on, id`,
        [hasInvoice],
      )
    ).map((row) => row['invoice_number']);

  it('has further pages and further parts, in the order of the payments', async () => {
    await fill(1048, 45);
    const pages = [1, 2, 3].map(async (page) => (await admin.call(checkCoretax, { query: { month, page } })).body);
    const [first, second, third] = await Promise.all(pages);
    expect(third).toMatchObject({ totalItems: 45, page: 3, pageSize: 20, ready: 1003, lacking: 45 });
    expect([first, second, third].flatMap((page) => page!.problems).map((one) => one.invoiceNumber)).toEqual(
      await inOrder(false),
    );
    await test.sql('update session set confirmed_at = now()');
    const take = (part: number) => admin.call(exportCoretax, { body: { month, part } });
    const numbersOf = async (part: number) =>
      [...(await bytes((await take(part)).body)).toString().matchAll(/<RefDesc>(\S+)/g)].map(([, number]) => number);
    const parts = [await numbersOf(1), await numbersOf(2)];
    expect(parts.map((part) => part.length)).toEqual([1000, 3]);
    expect(parts.flat()).toEqual(await inOrder(true));
    expect(await take(3)).toMatchObject({ status: 409 });
  });

  it('counts up to 10,000', async () => {
    await fill(10_002, 10_001);
    // As autovacuum does.
    await test.sql('analyze "order", paper');
    const { problems, ...counts } = await check();
    await test.sql('truncate "order" cascade');
    expect(problems).toHaveLength(20);
    expect(counts).toMatchObject({ totalItems: 10_000, isTotalCapped: true, ready: 1 });
    expect(counts).toMatchObject({ lacking: 10_000, isLackingCapped: true });
  });

  it('explains itself to a brand that is no PKP or exempt, and needs the password', async () => {
    await test.sql('update session set confirmed_at = now()');
    for (const vat of ['none', 'exempt']) {
      await seller({ vat });
      const { refusal } = await check();
      expect(refusal).toContain(vat === 'none' ? 'not a PKP' : 'exempt');
      expect(await download()).toMatchObject({ status: 409, problem: { message: refusal } });
    }
    await seller({});
    expect((await download()).problem.message).toBe('No invoice of this part is ready for Coretax');
    await test.sql(`update session set confirmed_at = now() - interval '1 hour'`);
    expect(await download()).toMatchObject({ status: 403, body: { reason: 'step-up' } });
    expect(await test.sql(`select from data_export where kind = 'papers'`)).toEqual([]);
  });
});

describe('missing invoices of a month', () => {
  const begin = () => admin.call(issueInvoices, { body: { month: '2026-11-15' } });
  const issuedFor = async () =>
    (await test.sql(`select order_id from paper where kind = 'invoice' order by number`)).map((row) => row['order_id']);

  it('are issued in the order of the days of payment, without those that cannot be', async () => {
    const last = await order('paid', { paid_at: '2026-11-20T05:00:00Z' });
    const first = await order('paid', { paid_at: '2026-11-02T05:00:00Z' });
    const second = await order('paid', { paid_at: '2026-11-09T05:00:00Z' });
    await order('paid', { user_name: '山田' });
    await order('unpaid');
    await order('paid', { paid_at: '2026-12-02T05:00:00Z' });
    await issue(second);
    expect((await begin()).body).toEqual({ issued: 2, refused: 1, left: 0 });
    expect(await issuedFor()).toEqual([second, first, last]);
    expect((await admin.call(checkCoretax, { query: { month: '2026-11-15' } })).body.lacking).toBe(1);
    expect(await begin()).toMatchObject({ status: 409, problem: { message: expect.stringContaining('letters') } });
    expect(await numbers()).toEqual(['0001', '0002', '0003']);
  });

  it('beyond the first hundred are issued by a job, day by day', async () => {
    const placed: { id: string; day: string }[] = [];
    for (let n = 0; n < 203; n += 1) {
      const at = new Date(Date.UTC(2026, 10, 25, 5) - n * 7_200_000);
      placed.push({ id: await order('paid', { paid_at: at.toISOString() }), day: jakartaDay(at) });
    }
    expect((await begin()).body).toEqual({ issued: 100, refused: 0, left: 103 });
    await mailbox.mailsTo('');
    const inOrder = placed.toSorted((one, other) => (one.day + one.id < other.day + other.id ? -1 : 1));
    expect(await issuedFor()).toEqual(inOrder.map(({ id }) => id));
    expect(new Set(await numbers()).size).toBe(203);
    expect(await test.sql('select distinct issued_by from paper')).toEqual([{ issued_by: admin.userId }]);
  });
});

it('draws a stored paper as at its issue, in every version of this program', async () => {
  const content: PaperContent = {
    tenant: 'coding',
    brand: 'Coding Studio',
    kind: 'invoice',
    invoiceNumber: 'INV/coding/20261103/0001',
    reduces: null,
    total: 1_110_000,
    status: 'paid',
    paidAt: '2026-11-03T18:00:00Z',
    paymentMethod: 'QRIS',
    seller: { name: 'PT Sanggar', address: 'Bandung', npwp: '012345678423000', bankAccount: '', signatory: 'Ratna' },
    buyer: { name: 'Sari Dewi', address: '', npwp: '', nik: '3174014508900001', email: 'sari@sample.test' },
    items: [{ name: 'Kelas Laravel', price: 1_110_000, paid: 1_110_000 }],
    steps: [],
    payableUntil: null,
    vat: { rule: 'otherValue', rate: 12, net: 1_000_000, base: 916_667, vat: 110_000 },
  };
  // Another hash: give the content a layout, and draw former papers by the former one.
  expect(hash(await drawPaper({ number: 'FKT/coding/202611/0001', issuedAt: '2026-11-03T18:00:01Z', content }))).toBe(
    'dc70312eac9f54295244be76e33f3575dba2237cc9572be51b6340819e4a9576',
  );
});
