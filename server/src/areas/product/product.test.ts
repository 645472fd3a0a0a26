/** Tests products as records: created, listed in order, priced with their discount, changed, deleted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { products } from '#contract/product/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { productRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([productRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const draft = { name: 'E-book', price: 79_000 };
const create = (over: object) => admin.call(products.create, { body: { ...draft, ...over } });
const aProduct = async (over: object = {}) => (await create(over)).body.productId;
const get = async (id: string) => (await admin.call(products.get, { params: { id } })).body;
const change = (id: string, over: object) =>
  admin.call(products.update, { params: { id }, body: { ...draft, ...over } });
const names = async (query: object) =>
  (await admin.call(products.list, { query })).body.products.map(({ name }) => name);

describe('a product', () => {
  it('is created from a name and a price, as a draft', async () => {
    const { status, body } = await create({ name: 'Kaus Alumni', price: 129_000 });
    expect(status).toBe(201);
    expect(await get(body.productId)).toEqual({
      productId: body.productId,
      name: 'Kaus Alumni',
      price: 129_000,
      finalPrice: 129_000,
      isPublished: false,
      removalConflict: null,
      updatedAt: expect.any(String) as string,
      version: 1,
    });
  });

  it.each([
    ['a short name', { name: 'ab' }, 'name'],
    ['no price', { price: null }, 'price'],
    ['a negative price', { price: -1 }, 'price'],
    ['a fraction of a rupiah', { price: 1.5 }, 'price'],
  ])('is refused with %s', async (_, over, path) => {
    expect(await create(over)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it('is listed newest first, by name or price, by a part of its name, published or not', async () => {
    await aProduct({ name: 'Urut b', price: 1 });
    await aProduct({ name: 'Urut a', price: 3, isPublished: true });
    await aProduct({ name: 'Urut c', price: 2 });
    const sorted = (sort: string) => names({ search: 'urut', sort });
    expect(await names({ search: 'urut' })).toEqual(['Urut c', 'Urut a', 'Urut b']);
    expect(await sorted('name')).toEqual(['Urut a', 'Urut b', 'Urut c']);
    expect(await sorted('price')).toEqual(['Urut b', 'Urut c', 'Urut a']);
    expect(await names({ search: 'urut', isPublished: 'true' })).toEqual(['Urut a']);
    expect((await admin.call(products.list, {})).body).toMatchObject({ page: 1, pageSize: 10 });
  });

  it('has the price after its discount', async () => {
    const id = await aProduct({ name: 'Hemat', price: 50_000 });
    const discount = await addRecord(test.sql, 'discount', 'coding', {
      product_type: 'products',
      discount_type: 2,
      value: 10,
      is_active: true,
    });
    await test.sql(`insert into discount_product (tenant, discount_id, product_id) values ('coding', $1, $2)`, [
      discount,
      id,
    ]);
    expect(await get(id)).toMatchObject({ price: 50_000, finalPrice: 45_000 });
    const { body } = await admin.call(products.list, { query: { search: 'Hemat' } });
    expect(body.products).toMatchObject([{ productId: id, finalPrice: 45_000 }]);
  });

  it('is changed in part, and only with the current version', async () => {
    const id = await aProduct();
    expect((await change(id, { name: 'E-book: Karier', price: 89_000 })).status).toBe(200);
    expect((await change(id, { name: 'E-book: Karier', price: 89_000, isPublished: true })).status).toBe(200);
    expect(await get(id)).toMatchObject({ name: 'E-book: Karier', price: 89_000, isPublished: true, version: 3 });
    const late = { params: { id }, body: { name: 'Terlambat', price: 1 } };
    expect((await admin.call(products.update, late, { ifMatch: '"v1"' })).status).toBe(412);
  });

  it('is deleted unless an order contains it', async () => {
    const [sold, unsold] = [await aProduct({ isPublished: true }), await aProduct()];
    const order = await addRecord(test.sql, 'order', 'coding');
    await test.sql(
      `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
       values ('coding', $1, 1, 'products', $2, 'E-book', 79000, 0)`,
      [order, sold],
    );
    const message = 'It was ordered; unpublish it instead';
    expect((await get(sold)).removalConflict).toBe(message);
    expect(await admin.call(products.remove, { params: { id: sold } })).toMatchObject({
      status: 409,
      body: { message },
    });
    expect((await admin.call(products.remove, { params: { id: unsold } })).status).toBe(200);
    expect((await admin.call(products.get, { params: { id: unsold } })).status).toBe(404);
  });

  it('is not found by another brand, and only admins can read it', async () => {
    const id = await aProduct();
    const stranger = await test.as('admin', 'cyber');
    expect((await stranger.call(products.get, { params: { id } })).status).toBe(404);
    const agent = await test.as('customer-service');
    expect((await agent.call(products.get, { params: { id } })).status).toBe(403);
  });
});
