/**
 * Lists of 100,000 submissions, products and learning paths over HTTP with sorts and filters, and the palette's search
 * over all record kinds. Run alone: node bench/lists.ts
 */
import { sql } from 'kysely';
import type { Client } from 'pg';
import { askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, fillAsOwner, tokenOf } from './server.ts';

const size = 100_000;

/** Subquery of 200 sections with their numbers, to distribute rows among them. */
const ofSections = `(select s.id, row_number() over (order by s.id) as turn from course_section s join course c on c.id = s.course_id
  where c.tenant = current_tenant() and c.slug = 'bench-lists') section on section.turn = 1 + n % 200`;
const members = `(select id, row_number() over (order by id) as place, count(*) over () as number from "user"
  where tenant = current_tenant()) member`;

/** SQL that inserts rows numbered from 1 to the missing count, by table. */
const fills = {
  // Distributed among members, for the newest courses; a third awaits review, a third is checked.
  project_submission: (numbers: string) => `
    insert into project_submission (user_id, course_id, attempt, submitted_at, status, review_score)
      select member.id, course.id, 100 + n / member.number, now() - n * interval '7 minutes',
        (array['not-reviewed', 'checked', null])[1 + n % 3], case when n % 3 = 1 then 60 + n % 40 end
      from ${numbers} join ${members} on member.place = 1 + n % member.number
        join (select id, row_number() over (order by id desc) as turn from course
          where tenant = current_tenant() limit 5) course on course.turn = 1 + n % 5`,
  product: (numbers: string) => `
    insert into product (name, price, is_published) select 'Buku ' || n, 1000 * (n * 7919::bigint % 500), n % 3 > 0 from ${numbers}`,
  lesson: (numbers: string) => `
    insert into lesson (section_id, name, type) select section.id, 'Materi ' || n, 'ARTICLE' from ${numbers} join ${ofSections}`,
  quiz: (numbers: string) => `
    insert into quiz (section_id, name, type) select section.id, 'Kuis ' || n, 'QUIZ' from ${numbers} join ${ofSections}`,
};

const addSections = `
  with made as (insert into course (name, slug, type) values ('bench-lists', 'bench-lists', 0) on conflict do nothing returning id)
  insert into course_section (course_id, name, position) select id, 'Section ' || n, n * 1024 from made, generate_series(1, 200) n`;

/** Number of missing rows by table. */
async function missingIn(client: Client) {
  const missing: [table: keyof typeof fills, count: number][] = [];
  for (const table of Object.keys(fills) as (keyof typeof fills)[]) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    if (rows[0]!.n < size) missing.push([table, size - rows[0]!.n]);
  }
  return missing;
}

async function fillUp(client: Client): Promise<void> {
  const missing = await missingIn(client);
  if (missing.length > 0)
    await fillAsOwner('coding', async (tx) => {
      await sql.raw(addSections).execute(tx);
      for (const [table, count] of missing) await sql.raw(fills[table](`generate_series(1, ${count}) n`)).execute(tx);
    });
}

const lists: Record<string, { path: string; pages: Record<string, string> }> = {
  submissions: {
    path: '/admin/project-submissions/',
    pages: {
      'the latest': '',
      'the earliest': 'sort=earliest',
      'review needed': 'sort=not-reviewed',
      'checked first': 'sort=checked',
      'far down': 'page=5000',
      'review needed, far down': 'sort=not-reviewed&page=5000',
      'those to be reviewed': 'status=not-reviewed',
      'of learning paths': 'productType=PATH',
      'by a part of a name': 'search=wulandari',
    },
  },
  products: {
    path: '/admin/product/',
    pages: {
      'the newest': '',
      'by name': 'sort=name',
      'by price': 'sort=price',
      'far down': 'page=5000',
      'the published': 'isPublished=true',
      'by a part of a name': 'search=buku 77777',
    },
  },
  'learning paths': {
    path: '/admin/learning-path/',
    pages: {
      'as they come': '',
      'by name': 'sort=name',
      'far down': 'page=5000',
      'by a part of a name': 'search=jalur 77777',
    },
  },
};

/** Typical searches: a person, one of many similar names, and a code. */
const searches = ['wulandari', 'materi', 'kuis 77777', 'hemat0077777'];

export async function measureLists(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    await fillUp(client);
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    const p50 = async (path: string) => median(await timed(50, () => ask('GET', encodeURI(path))));
    for (const [what, { path, pages }] of Object.entries(lists))
      for (const [how, query] of Object.entries(pages))
        note(`100,000 ${what}, ${how}, HTTP, p50`, await p50(`${path}?pageSize=10&${query}`), ' ms', { max: 20 });
    for (const typed of searches)
      note(`“${typed}” in the palette, HTTP, p50`, await p50(`/admin/search?q=${typed}`), ' ms', { max: 50 });
  } finally {
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureLists);
