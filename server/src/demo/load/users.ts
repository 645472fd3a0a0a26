/** Members; two in three have one or two courses. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { hashPassword } from '#platform/session/password.ts';
import { firstNames, lastNames } from '../people.ts';
import { cities, jobs, universities } from '../walks-of-life.ts';
import type { Share } from './share.ts';

export async function addUsers(tx: Db, { from, to, now }: Share): Promise<void> {
  // Random password: nobody can sign in as one of these users.
  const passwordHash = await hashPassword(randomUUID());
  const one = (items: readonly string[], salt: number) =>
    sql`(${items}::text[])[1 + pg_temp.chance(n, ${sql.lit(salt)}, ${sql.lit(items.length)})]`;
  await sql`
    with person as (
      select n, ${one(firstNames, 1)} as first, ${one(lastNames, 2)} as last,
        ${now}::timestamptz - interval '1 hour' - interval '1 minute' * pg_temp.chance(n, 3, 1000000) as joined,
        -- Odd and no multiple of five: no two members have the same digits.
        lpad((n * 59604643 % 100000000)::text, 8, '0') as digits
      from generate_series(${from}::bigint, ${to}) n)
    insert into "user" (id, email, name, password_hash, role, uoc, phone_number, phone_e164, location, job, joined_at, last_login_at)
    select pg_temp.demo_id('user', n), replace(lower(first || '.' || last), ' ', '') || n || '@example.com', first || ' ' || last, ${passwordHash}, 'member',
      ${one(universities, 4)}, '0800' || digits, '+62800' || digits, ${one(cities, 6)}, ${one(jobs, 7)},
      joined, joined + (${now}::timestamptz - joined) * (pg_temp.chance(n, 8, 1000) / 1000.0)
    from person`.execute(tx);
  await sql`
    with offered as (select id, row_number() over (order by id) - 1 as k, count(*) over ()::int as size from course
      where is_published and coalesce(capacity, 100000) = 100000 and tenant = current_tenant())
    insert into course_user (course_id, user_id, assigned_at)
    select id, pg_temp.demo_id('user', n), ${now}::timestamptz - interval '1 minute' * pg_temp.chance(n, 9, 500000)
    from generate_series(${from}::bigint, ${to}) n cross join generate_series(1, 2) attempt
      join offered on k = pg_temp.chance(n * 2 + attempt, 10, (select max(size) from offered))
    where attempt <= n % 3
    on conflict do nothing`.execute(tx);
  // Members have completed some lessons of a course; every third has completed all.
  await sql`
    insert into lesson_completion (lesson_id, user_id, completed_at)
    select l.id, link.user_id, link.assigned_at + (${now}::timestamptz - link.assigned_at) * (pg_temp.chance(n * 2, 11, 1000) / 1000.0)
    from generate_series(${from}::bigint, ${to}) n join course_user link on link.user_id = pg_temp.demo_id('user', n)
      join course_section s on s.tenant = link.tenant and s.course_id = link.course_id join lesson l on l.tenant = s.tenant and l.section_id = s.id
    where n % 3 = 0 or pg_temp.chance(n + hashtext(l.id::text), 12, 2) = 0`.execute(tx);
}
