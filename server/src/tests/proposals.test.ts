/** Tests proposals of agents: made with the SDK's client, signed or refused by people, and undone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undoBatch } from '#contract/batch/endpoints.ts';
import { getProposal, listProposals, maxOpen, refuseProposal, signProposal } from '#contract/integration/proposals.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { type Agent, agentOf } from './agent.ts';
import { testApp } from './app.ts';

let test: TestApp;
let admin: TestCaller;
let agent: Agent;
let key: TestCaller;
beforeAll(async () => {
  test = await testApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await test.as('admin');
  key = await test.asKey(['proposals:write', 'orders:read'], { columns: { name: 'Pembantu' } });
  agent = await agentOf(test, key.token);
});
afterAll(() => test.close());

const addOrder = (status = 'unpaid') =>
  addRecord(test.sql, 'order', 'coding', { status, ...(status === 'paid' && { paid_at: new Date().toISOString() }) });
const statusOf = async (id: string) =>
  (await test.sql('select status from "order" where id = $1', [id]))[0]?.['status'];
const cancelling = (ids: string[]) => ({
  body: { ids, expected: ids.length, value: 'cancelled' },
  reason: 'Tidak dibayar selama 30 hari',
});
async function proposed(ids: string[]) {
  const { isError, reply } = await agent('propose_start_order_status_batch', cancelling(ids));
  expect(isError, JSON.stringify(reply)).toBe(false);
  return String(reply['proposalId']);
}
const read = async (id: string, as = admin) => (await as.call(getProposal, { params: { id } })).body;
const sign = async (id: string, digest?: string, as = admin) =>
  as.call(signProposal, { params: { id }, body: { digest: digest ?? (await read(id)).digest } });

describe('a proposal', () => {
  it('changes nothing, tells its effects to the agent and to people, and is in the trail under the name of the key', async () => {
    const order = await addOrder();
    const { reply } = await agent('propose_start_order_status_batch', cancelling([order]));
    expect(reply).toMatchObject({ title: expect.stringContaining('status'), affected: expect.any(Number) });
    expect(await statusOf(order)).toBe('unpaid');
    expect(await test.sql('select from batch')).toEqual([]);
    expect(await test.sql(`select from audit where table_name = 'order' and action = 'update'`)).toEqual([]);
    const id = String(reply['proposalId']);
    const found = await read(id);
    expect(found).toMatchObject({
      agent: 'API key Pembantu',
      reason: 'Tidak dibayar selama 30 hari',
      state: 'open',
      tool: 'propose_start_order_status_batch',
      input: { body: { ids: [order], value: 'cancelled' } },
    });
    expect(found.effects.entries).toContainEqual(
      expect.objectContaining({ table: 'order', before: { status: 'unpaid' }, after: { status: 'cancelled' } }),
    );
    expect(
      await test.sql(`select actor_name, action from audit where table_name = 'proposal' and record_id = $1`, [id]),
    ).toEqual([{ actor_name: 'API key Pembantu', action: 'create' }]);
    expect((await agent('get_proposal', { id })).reply).toMatchObject({ state: 'open' });
    expect((await agent('list_proposals')).reply['proposals']).toContainEqual(
      expect.objectContaining({ proposalId: id }),
    );
  });

  it('is made by the person who signs it, once, and undone like other bulk changes', async () => {
    const orders = [await addOrder(), await addOrder()];
    const id = await proposed(orders);
    const { status, body } = await sign(id);
    expect([status, body.state, body.decidedBy]).toEqual([200, 'signed', 'Tester admin']);
    expect(await Promise.all(orders.map(statusOf))).toEqual(['cancelled', 'cancelled']);
    const [entry] = await test.sql(
      `select actor_name from audit where table_name = 'order' and action = 'update' and record_id = $1`,
      [orders[0]],
    );
    expect(entry).toEqual({ actor_name: 'Tester admin' });
    expect((await sign(id)).status).toBe(409);
    expect((await admin.call(refuseProposal, { params: { id } })).status).toBe(409);
    expect((await agent('get_proposal', { id })).reply).toMatchObject({ state: 'signed', batchId: body.batchId });
    expect((await admin.call(undoBatch, { params: { id: body.batchId! } })).status).toBe(200);
    expect(await Promise.all(orders.map(statusOf))).toEqual(['unpaid', 'unpaid']);
  });

  it('is not signed once its records have changed, or with other effects than were seen; then it shows the new ones', async () => {
    const order = await addOrder();
    const id = await proposed([order]);
    const { digest } = await read(id);
    expect((await sign(id, 'x')).status).toBe(409);
    await test.sql(`update "order" set status = 'pending' where id = $1`, [order]);
    const { status, problem } = await sign(id, digest);
    expect([status, problem.message]).toEqual([409, 'The records have changed since: look at what it would do now']);
    expect(await statusOf(order)).toBe('pending');
    const now = await read(id);
    expect(now.effects.entries).toContainEqual(expect.objectContaining({ before: { status: 'pending' } }));
    expect((await sign(id, digest)).status).toBe(409);
    expect((await sign(id, now.digest)).status).toBe(200);
    expect(await statusOf(order)).toBe('cancelled');
  });

  it('is refused for good, expires, and is signed once when two sign at the same time', async () => {
    const order = await addOrder();
    const [refused, expired, raced] = [await proposed([order]), await proposed([order]), await proposed([order])];
    expect((await admin.call(refuseProposal, { params: { id: refused } })).body.state).toBe('refused');
    expect((await sign(refused)).status).toBe(409);
    await test.sql(`update proposal set expires_at = now() where id = $1`, [expired]);
    expect((await read(expired)).state).toBe('expired');
    expect((await sign(expired)).status).toBe(409);
    expect(await statusOf(order)).toBe('unpaid');
    const answers = await Promise.all([sign(raced), sign(raced)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('needs the role of its call from the person who signs, and is seen by admins and whose agent made it', async () => {
    const id = await proposed([await addOrder()]);
    for (const role of ['instructor', 'customer-service'] as const) {
      const other = await test.as(role);
      expect((await other.call(getProposal, { params: { id } })).status).toBe(404);
      expect((await other.call(signProposal, { params: { id }, body: { digest: 'x' } })).status).toBe(404);
      expect((await other.call(listProposals, { query: {} })).body).toMatchObject({ totalItems: 0, open: 0 });
    }
    expect((await (await test.as('admin', 'cyber')).call(getProposal, { params: { id } })).status).toBe(404);
    const instructor = await test.as('instructor');
    await test.sql('update proposal set user_id = $2 where id = $1', [id, instructor.userId]);
    const { digest } = await read(id, instructor);
    expect((await sign(id, digest, instructor)).status).toBe(403);
    const open = await admin.call(listProposals, { query: { state: 'open' } });
    expect(open.body.proposals).toContainEqual(expect.objectContaining({ proposalId: id }));
    expect(open.body.open).toBe(open.body.totalItems);
  });

  it('cannot be changed in the database by the server', async () => {
    const id = await proposed([await addOrder()]);
    for (const column of ['input', 'tool', 'reason', 'agent_name', 'expires_at'])
      await expect(
        test.app.deps.database
          .tenant('coding')
          .updateTable('proposal')
          .set({ [column]: null })
          .where('id', '=', id)
          .execute(),
      ).rejects.toThrow('permission denied');
  });
});

describe('an agent', () => {
  it('learns why its change is not possible, and leaves nothing behind', async () => {
    const before = await test.sql('select count(*) from proposal');
    const none = '01890000-0000-7000-8000-000000000000';
    const paid = await addOrder('paid');
    for (const [input, status] of [
      [cancelling([none]), 400],
      [{ ...cancelling([paid]), reason: ' ' }, 400],
      [{ ...cancelling([paid]), body: { ids: [paid], expected: 1, value: 'stolen' } }, 400],
      [{ ...cancelling([]), body: { ids: null, expected: 7, value: 'cancelled' }, search: 'tidak ada' }, 409],
    ] as const)
      expect(await agent('propose_start_order_status_batch', input)).toMatchObject({
        isError: true,
        reply: { status },
      });
    expect(await test.sql('select count(*) from proposal')).toEqual(before);
  });

  it('proposes no more than people can look at', async () => {
    const ids = await test.sql(
      `insert into product (tenant, name, price) select 'coding', 'P' || n, 1 from generate_series(1, 501) n returning id`,
    );
    const discount = await addRecord(test.sql, 'discount', 'coding', { product_type: 'products' });
    const assigning = (some: typeof ids) => ({
      id: discount,
      body: { product_ids: some.map(({ id }) => id) },
      reason: 'Promo',
    });
    expect(await agent('propose_assign_discount_products', assigning(ids))).toMatchObject({
      isError: true,
    });
    const orders: string[] = [];
    for (let n = 0; n < 101; n += 1) orders.push(await addOrder());
    expect(await agent('propose_start_order_status_batch', cancelling(orders))).toMatchObject({
      isError: true,
      reply: { status: 409, message: 'These are too many records for one proposal: propose it in parts' },
    });
    await test.sql(`update proposal set state = 'refused', decided_at = now() where state = 'open'`);
    for (const order of orders.slice(1, maxOpen)) await proposed([order]);
    // Of two at once, one is too many.
    const both = orders.slice(98, 100).map((order) => agent('propose_start_order_status_batch', cancelling([order])));
    expect((await Promise.all(both)).filter(({ isError }) => isError)).toHaveLength(1);
    await test.sql(`delete from proposal`);
  });

  it('learns of what is refused at the commit, too', async () => {
    const path = await addRecord(test.sql, 'learning-path', 'coding', { is_published: false });
    const course = await addRecord(test.sql, 'course', 'coding', {});
    await test.sql('insert into learning_path_course (tenant, path_id, course_id, position) values ($1, $2, $3, 1)', [
      'coding',
      path,
      course,
    ]);
    await test.sql('update learning_path set is_published = true where id = $1', [path]);
    const input = { id: path, body: { course_ids: [course] }, reason: 'Usang' };
    expect(await agent('propose_unassign_path_courses', input)).toMatchObject({ isError: true });
  });

  it('without the scope has no such tools', async () => {
    const reader = await agentOf(test, (await test.asKey(['orders:read'])).token);
    await expect(reader('propose_start_order_status_batch', cancelling([]))).rejects.toThrow('no tool');
  });

  it('proposes discounts on products, classes and questions', async () => {
    const discount = await addRecord(test.sql, 'discount', 'coding', { product_type: 'products' });
    const products = [
      await addRecord(test.sql, 'product', 'coding', {}),
      await addRecord(test.sql, 'product', 'coding', {}),
    ];
    const course = await addRecord(test.sql, 'course', 'coding', {});
    const quiz = await addRecord(test.sql, 'quiz', 'coding', {});
    const question = {
      type: 'MULTIPLE_CHOICE',
      question: '1 + 1?',
      options: [
        { text: '2', isCorrect: true },
        { text: '3', isCorrect: false },
      ],
      score: 10,
    };
    const pattern = {
      weekdays: [2],
      startMinute: 1140,
      duration: 60,
      count: 2,
      from: '2030-01-01',
      skip: [],
      name: 'Kelas',
      firstNumber: 1,
    };
    for (const [tool, input] of [
      ['propose_assign_discount_products', { id: discount, body: { product_ids: products } }],
      ['propose_create_classes', { id: course, body: pattern }],
      ['propose_save_questions', { id: quiz, body: { questions: [question] } }],
    ] as const) {
      const { isError, reply } = await agent(tool, { ...input, reason: 'Diminta' });
      expect(isError, JSON.stringify(reply)).toBe(false);
      await test.sql(`select pg_sleep(0.01)`);
      const { status, problem } = await sign(String(reply['proposalId']));
      expect([tool, status, status === 200 ? '' : problem.message]).toEqual([tool, 200, '']);
    }
  });
});
