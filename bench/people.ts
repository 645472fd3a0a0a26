/**
 * The list of 100,000 people over HTTP by filters that leave many, few and none (docs/decisions/0125), in a brand of its
 * own. Run alone: node bench/people.ts
 */
import { sql } from 'kysely';
import type { Client } from 'pg';
import { askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, fillAsOwner, tokenOf } from './server.ts';

const tenant = 'data';
const people = { users: 100_000, courses: 200, orders: 50_000, tracking: 0 };

const members = (every: number) => `(select id from (select id, row_number() over (order by id) as n from "user"
  where tenant = current_tenant() and role = 'member') numbered where n % ${every} = 0) member`;

/** Tags and courses by the share of people who have them. */
const shares = { Half: 2, Third: 3, Few: 20, Fewer: 40 };

async function fillUp(client: Client): Promise<void> {
  const { rows } = await client.query(`select from tag where name = 'Bench Half'`);
  if (rows.length > 0) return;
  await fillAsOwner(tenant, async (tx) => {
    for (const [name, every] of Object.entries(shares)) {
      await sql
        .raw(
          `with made as (insert into tag (name) values ('Bench ${name}') returning id)
          insert into tag_user (tag_id, user_id) select made.id, member.id from made, ${members(every)}`,
        )
        .execute(tx);
      await sql
        .raw(
          `with made as (insert into course (name, slug, type) values ('Bench ${name}', 'bench-${name.toLowerCase()}', 0) returning id)
          insert into course_user (course_id, user_id) select made.id, member.id from made, ${members(every)} on conflict do nothing`,
        )
        .execute(tx);
    }
    await sql
      .raw(
        `insert into at_risk (user_id, course_id, since) select user_id, course_id, now() - interval '20 days'
          from course_user where tenant = current_tenant() order by user_id, course_id limit 70000 on conflict do nothing`,
      )
      .execute(tx);
  });
}

const idsOf = async (client: Client, table: string) => {
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, name from ${table} where name like 'Bench %'`,
  );
  return Object.fromEntries(rows.map(({ id, name }) => [name.replace('Bench ', ''), id]));
};

async function measurePeople(lectern: Running): Promise<void> {
  const client = await connect(tenant);
  try {
    await fillUp(client);
    const [tag, course] = [await idsOf(client, 'tag'), await idsOf(client, 'course')];
    const ask = askerOf(lectern, await tokenOf(client, tenant));
    const wide = `role=member&isUnpaid=true&isAtRisk=true&courseId=${course['Third']}&tagId=${tag['Half']}`;
    const lists = {
      'by name': '',
      'at risk': 'isAtRisk=true',
      'with an unpaid order': 'isUnpaid=true',
      'of a tag of half of all': `tagId=${tag['Half']}`,
      'of a course of a third of all': `courseId=${course['Third']}`,
      'by five filters': wide,
      'by five filters, few': wide.replace(course['Third']!, course['Fewer']!).replace(tag['Half']!, tag['Few']!),
      'of that course and that tag': `courseId=${course['Third']}&tagId=${tag['Half']}`,
      'unpaid, of that tag, subscription ended': `isUnpaid=true&tagId=${tag['Half']}&subscription=ended`,
    };
    for (const [what, query] of Object.entries(lists)) {
      const path = `/admin/user?sort=name&pageSize=24&${query}`;
      const { totalItems } = JSON.parse(await ask('GET', path)) as { totalItems: number };
      const found = `${totalItems.toLocaleString('en')} found`;
      note(
        `100,000 people ${what}, HTTP, p50`,
        median(await timed(30, () => ask('GET', path))),
        ' ms',
        { max: 20 },
        found,
      );
    }
  } finally {
    await client.end();
  }
}

await withOwnServer(measurePeople, { [tenant]: people });
