/** Tests the preview of a discount before activation, and taking over conflicting products and undoing it as a batch. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBatchRows, undoBatch } from '#contract/batch/endpoints.ts';
import { assignments } from '#contract/assignment/table.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { discountEffect } from '#contract/discount/effect.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { fromNow } from '#platform/testing/from-now.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { batchRoutes } from '../../services/batch/routes.ts';
import { discountBatches } from './batches.ts';
import { discountRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([discountRoutes, batchRoutes(discountBatches)]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const courses = assignments.discountCourses;
const takeOver = courses.takeOver!;
const draft = { discount: 20, discountType: 2, productType: 'courses', startDate: null, endDate: null } as const;
const assign = (id: string, chosen: string[]) => admin.call(courses.assign, courses.inputOf(id, chosen));
const switchOn = (id: string) => admin.call(discounts.setStatus, { params: { id }, body: { status: 1 } });
const effectOf = async (id: string) => (await admin.call(discountEffect, { params: { id } })).body;
const take = (id: string, course_ids: string[] = []) => admin.call(takeOver, { params: { id }, body: { course_ids } });

async function discount(name: string, chosen: string[] = [], fields: object = {}, isOn = true): Promise<string> {
  const { body } = await admin.call(discounts.create, { body: { ...draft, name, ...fields } });
  if (chosen.length > 0) expect((await assign(body.discountId, chosen)).status).toBe(200);
  if (isOn) expect((await switchOn(body.discountId)).status).toBe(200);
  return body.discountId;
}
const course = (name: string, price = 200_000) => addRecord(test.sql, 'course', 'coding', { name, price });
const held = async (id: string) => {
  const { body } = await admin.call(discounts.get, { params: { id } });
  return body.assignedCourses.map(({ name }) => name).toSorted();
};
const undo = async (taken: { headers: Record<string, unknown> }) =>
  admin.call(undoBatch, { params: { id: String(taken.headers['batch-id']) } });
const names = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n}`);

describe('before a discount is switched on', () => {
  it('its page shows how many products have which price, and how many of them other discounts hold at the same time', async () => {
    const ids = await Promise.all(names('Rupa', 4).map((name, n) => course(name, n < 3 ? 100_000 : 250_000)));
    const endDate = fromNow(9);
    const [long, short] = [await discount('Lama', ids.slice(0, 2)), await discount('Pendek', [ids[2]!], { endDate })];
    await discount('Usai', [ids[3]!], { startDate: fromNow(-3), endDate: fromNow(-2) });
    const id = await discount('Baru', ids, {}, false);
    expect(await effectOf(id)).toMatchObject({
      prices: [
        { price: 100_000, products: 3 },
        { price: 250_000, products: 1 },
      ],
      conflicting: 3,
      conflicts: [
        { discountId: long, name: 'Lama', startDate: null, endDate: null, products: 2 },
        { discountId: short, name: 'Pendek', startDate: null, endDate: expect.any(String), products: 1 },
      ],
      planned: [],
    });
  });

  it('its page shows the inactive discounts that hold its products at the same time', async () => {
    const ids = [await course('Rencana satu'), await course('Rencana dua')];
    const [id, other] = [await discount('Rencana A', ids, {}, false), await discount('Rencana B', ids, {}, false)];
    await discount('Rencana usai', ids, { startDate: fromNow(-3), endDate: fromNow(-2) }, false);
    expect(await effectOf(id)).toMatchObject({
      conflicts: [],
      planned: [{ discountId: other, name: 'Rencana B', products: 2 }],
    });
  });

  it('each product lists every other discount that holds it in the same period, and can still be assigned', async () => {
    const id = await course('Berebut');
    const [first, second] = [
      await discount('Bulan ini', [id], { endDate: fromNow(5) }),
      await discount('Bulan depan', [id], { startDate: fromNow(5) }),
    ];
    const mine = await discount('Sepanjang tahun', [], {}, false);
    const rowOf = async (isAssigned: 'true' | 'false') => {
      const query = { search: 'Berebut', isAssigned };
      return courses.rowsOf((await admin.call(courses.list, { params: { id: mine }, query })).body);
    };
    const heldBy = [
      { id: second, name: 'Bulan depan', startDate: expect.any(String), endDate: null },
      { id: first, name: 'Bulan ini', startDate: null, endDate: expect.any(String) },
    ];
    expect(await rowOf('false')).toMatchObject([{ conflict: null, heldBy }]);
    expect((await assign(mine, [id])).status).toBe(200);
    expect(await rowOf('true')).toMatchObject([{ conflict: null, heldBy }]);
  });
});

describe('taking over', () => {
  it('removes all products from conflicting discounts, so that this one can be switched on; undo returns them', async () => {
    const ids = await Promise.all(names('Ambil', 4).map((name) => course(name)));
    const [one, two] = [await discount('Satu', ids.slice(0, 2)), await discount('Dua', ids.slice(2, 3))];
    const mine = await discount('Pengambil', ids, {}, false);
    expect((await switchOn(mine)).status).toBe(409);
    const taken = await take(mine);
    expect(taken.body).toEqual({ changed: 3, isPlanned: false });
    expect([await held(one), await held(two)]).toEqual([[], []]);
    expect(await effectOf(mine)).toMatchObject({ conflicting: 0, conflicts: [] });

    expect((await undo(taken)).body).toMatchObject({
      title: 'Take courses over to “Pengambil”',
      undone: 3,
      kept: 0,
    });
    expect([await held(one), await held(two)]).toEqual([['Ambil 0', 'Ambil 1'], ['Ambil 2']]);
    expect(await held(mine)).toHaveLength(4);

    expect((await undo(taken)).status).toBe(409);
    const again = await take(mine);
    expect((await switchOn(mine)).status).toBe(200);
    const { body } = await undo(again);
    expect(body).toMatchObject({ undone: 0, kept: 3 });
    const { rows } = (await admin.call(listBatchRows, { params: { id: body.batchId }, query: {} })).body;
    expect(rows.map(({ reason }) => reason)).toEqual(
      rows.map(() => expect.stringContaining('already has the active discount "Pengambil"')),
    );
    expect([await held(one), await held(two)]).toEqual([[], []]);
  });

  it('by an active discount assigns in the same step; undo keeps what it had before', async () => {
    const [own, its, free] = await Promise.all(['Punya', 'Rebut', 'Bebas'].map((name) => course(name)));
    const other = await discount('Pemilik', [its!]);
    const mine = await discount('Perebut', [own!]);
    expect((await assign(mine, [its!, free!])).status).toBe(409);
    const taken = await take(mine, [own!, its!, free!]);
    expect(taken.body).toEqual({ changed: 1, isPlanned: false });
    expect([await held(mine), await held(other)]).toEqual([['Bebas', 'Punya', 'Rebut'], []]);
    expect((await undo(taken)).body).toMatchObject({ total: 2, undone: 2 });
    expect([await held(mine), await held(other)]).toEqual([['Punya'], ['Rebut']]);
  });

  it('is undone only for the products that nobody has moved since', async () => {
    const [still, moved, gone] = await Promise.all(['Diam', 'Pindah', 'Yatim'].map((name) => course(name)));
    const other = await discount('Asal', [still!, moved!]);
    const deleted = await discount('Terhapus', [gone!]);
    const mine = await discount('Pengambil Sebagian', [], {}, false);
    const taken = await take(mine, [still!, moved!, gone!]);
    await admin.call(courses.unassign, courses.inputOf(mine, [moved!]));
    await admin.call(discounts.remove, { params: { id: deleted } });
    const { body } = await undo(taken);
    expect(body).toMatchObject({ undone: 1, kept: 2 });
    const { rows } = (await admin.call(listBatchRows, { params: { id: body.batchId }, query: {} })).body;
    const reasonOf = (id: string) => rows.find(({ recordId }) => recordId === id)?.reason;
    expect(reasonOf(moved!)).toMatch(/ set it to Other discounts since$/);
    expect(reasonOf(gone!)).toBe('The discount that had it no longer exists');
    expect([await held(mine), await held(other)]).toEqual([['Yatim'], ['Diam']]);
  });

  it('is all or nothing: with a course of another brand nothing changes', async () => {
    const its = await course('Tetap');
    const foreign = await addRecord(test.sql, 'course', 'cyber', { name: 'Asing' });
    const other = await discount('Pemegang', [its]);
    const mine = await discount('Serakah', [], {}, false);
    expect((await take(mine, [its, foreign])).status).toBe(400);
    expect([await held(mine), await held(other)]).toEqual([[], ['Tetap']]);
  });

  it('keeps other products of the discounts, and discounts in another period', async () => {
    const [its, rest] = await Promise.all([course('Inti'), course('Sisa')]);
    const other = await discount('Paket', [its, rest]);
    const later = await discount('Tahun depan', [], { startDate: fromNow(300) });
    await admin.call(discounts.update, {
      params: { id: other },
      body: { ...draft, name: 'Paket', endDate: fromNow(200) },
    });
    expect((await assign(later, [its])).status).toBe(200);
    const mine = await discount('Singkat', [its], { endDate: fromNow(30) }, false);
    expect((await take(mine)).body.changed).toBe(1);
    expect([await held(other), await held(later)]).toEqual([['Sisa'], ['Inti']]);
  });

  it('concurrent with switching the other on never leaves a product in two active discounts', async () => {
    const its = await course('Serentak');
    const other = await discount('Saingan', [its], {}, false);
    const mine = await discount('Pelari', []);
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([take(mine, [its]), switchOn(other)]);
      const [row] = await test.sql(
        `select count(*)::int as n from discount_course l join discount d on d.id = l.discount_id
         where l.course_id = $1 and d.is_active`,
        [its],
      );
      expect(row?.['n']).toBe(1);
      await admin.call(discounts.setStatus, { params: { id: other }, body: { status: 0 } });
      await admin.call(courses.unassign, courses.inputOf(mine, [its]));
      await assign(other, [its]);
    }
  });

  it(
    'in cycles of two dozen, with undo, is serialized: none is refused, and no product is lost or duplicated',
    { tags: ['system'] },
    async () => {
      const ring = await Promise.all(
        names('Lingkar', 6).map(async (name) => {
          const chosen = await Promise.all(names(name, 4).map((one) => course(one)));
          return { id: await discount(name, chosen), chosen };
        }),
      );
      const all = ring.flatMap(({ chosen }) => chosen);
      const links = async () =>
        test.sql(
          `select count(*)::int as n, count(distinct course_id)::int as products from discount_course where course_id = any($1)`,
          [all],
        );
      // Each contains half of the products of its two neighbours.
      // A longer chain of waiting calls could exceed the time limit of a call under load.
      const overlapping = Array.from({ length: 24 }, (_, n) => ({
        id: ring[n % 6]!.id,
        ids: [1, 5].flatMap((step) => ring[(n + step) % 6]!.chosen.slice(0, 2 + (n % 3))),
      }));
      const taken = await Promise.all(overlapping.map(({ id, ids }) => take(id, ids)));
      expect(taken.map(({ status }) => status)).toEqual(overlapping.map(() => 200));
      expect(await links()).toEqual([{ n: all.length, products: all.length }]);
      const [last] = taken.toReversed();
      const back = await Promise.all([undo(last!), ...overlapping.slice(0, 20).map(({ id, ids }) => take(id, ids))]);
      expect(back.filter(({ status }) => status >= 500)).toEqual([]);
      const [{ n, products } = {}] = await links();
      expect(n).toBe(products);
    },
  );
});
