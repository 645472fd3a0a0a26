/** Calls of programs: a page of the catalogue, its changes, and orders per second. Run alone: node bench/integration.ts */
import { cataloguePage } from '#contract/integration/catalogue.ts';
import { askerOf, newAgent } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, connect, keyOf, withOwnServer } from './server.ts';

interface Page {
  items: { productType: string; productId: string }[];
  cursor: string;
}

export async function measureIntegration(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    await client.query(
      `insert into product (name, price, is_published) select 'Bench ' || n, n, true from generate_series(1, 100000) n
        where not exists (select from product where name = 'Bench 1')`,
    );
    const ask = askerOf(lectern, await keyOf(client, ['catalogue:read', 'orders:write']));
    const read = async (since = '') => JSON.parse(await ask('GET', `/integration/catalogue${since}`)) as Page;
    const { items } = await read();
    if (items.length !== cataloguePage) throw new Error(`${items.length} items were listed`);
    const page = median(await timed(50, () => ask('GET', '/integration/catalogue')));
    note('1,000 products of the catalogue with prices, HTTP, p50', page, ' ms', { max: 30 });
    await client.query(`update product set price = price + 1 where id = (select id from product limit 1)`);
    let { cursor } = await read();
    for (;;) {
      const next = await read(`?since=${cursor}`);
      ({ cursor } = next);
      if (next.items.length < cataloguePage) break;
    }
    const changes = median(await timed(50, () => ask('GET', `/integration/catalogue?since=${cursor}`)));
    note('changes of 100,000 products since a cursor, HTTP, p50', changes, ' ms', { max: 30 });

    const { rows: members } = await client.query<{ id: string }>(
      `update "user" set external_id = coalesce(external_id, 'bench ' || id) where id in (
        select id from "user" where role = 'member' and merged_into is null order by id limit 300) returning external_id as id`,
    );
    const { rows: courses } = await client.query<{ id: string }>(
      'select id from course where is_published and capacity is null order by id desc limit 1',
    );
    const agent = newAgent(20);
    const run = Date.now();
    const began = performance.now();
    const answers = await Promise.allSettled(
      members.map(({ id: externalId }, n) =>
        ask(
          'POST',
          '/integration/orders',
          {
            externalId: `bench ${run} ${n}`,
            member: { externalId },
            items: [{ productType: 'courses', productId: courses[0]!.id }],
          },
          agent,
        ),
      ),
    );
    const made = answers.filter(({ status }) => status === 'fulfilled').length;
    agent.destroy();
    note('orders of a program, 20 at once', (made / (performance.now() - began)) * 1000, ' /s', {}, `${made} placed`);
  } finally {
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureIntegration);
