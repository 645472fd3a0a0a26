/**
 * Classroom calls over HTTP: a large course against its SQL, a move among 1,000 items, the marks of 500 members, a file
 * of 1,000 questions. Run alone: node bench/classroom.ts
 */
import type { Client } from 'pg';
import { type Ask, askerOf, newAgent } from './ask.ts';
import { type Classroom, fillClassroom } from './classroom-data.ts';
import { median, percentile, timeAlternately, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, tokenOf } from './server.ts';
import { courseSections } from './sql.ts';

async function measureDetail(ask: Ask, client: Client, { large }: Classroom): Promise<void> {
  const [detail, raw] = await timeAlternately(
    200,
    () => ask('GET', `/admin/course/${large}`),
    () => client.query({ ...courseSections, values: [large] }),
  );
  const aside = `${detail.toFixed(1)} ms, ${raw.toFixed(1)} ms`;
  note('a course of 300 items: HTTP ÷ raw SQL, p50', detail / raw, ' ×', { max: 3 }, aside);
}

async function measureMoves(ask: Ask, client: Client, { huge }: Classroom): Promise<void> {
  const { rows } = await client.query<{ section: string; id: string; kind: string }>(
    `select section_id as section, item_id as id, kind from section_item i join course_section s on s.id = section_id
      where s.course_id = $1 order by i.item_id`,
    [huge],
  );
  let turn = 0;
  const taken = await timed(200, () => {
    turn += 1;
    const [item, before] = [rows[(turn * 397) % rows.length]!, rows[(turn * 613 + 5) % rows.length]!];
    const { section: sectionId, ...follower } = before;
    // An item cannot be moved before itself; then it goes to the end.
    const move = {
      items: [{ kind: item.kind, id: item.id }],
      sectionId,
      before: item.id === follower.id || item.section !== sectionId ? null : follower,
    };
    item.section = sectionId;
    return ask('PUT', `/admin/course/${huge}/items/move`, { moves: [move] });
  });
  note(
    'a move among 1,000 items, p95',
    percentile(taken, 0.95),
    ' ms',
    { max: 150 },
    `p50 ${median(taken).toFixed(1)} ms`,
  );
}

async function measureMarks(ask: Ask, client: Client, { cohort }: Classroom): Promise<void> {
  const { rows: members } = await client.query('select user_id as "userId" from course_user where course_id = $1', [
    cohort,
  ]);
  const attendances = members.map((member) => ({ ...member, status: 'PRESENT', note: '' }));
  const { rows: lessons } = await client.query<{ id: string }>(
    `insert into lesson (section_id, name, type) select id, 'Measured', 'LIVE_CLASS'
      from course_section, generate_series(1, 12) where course_id = $1 returning id`,
    [cohort],
  );
  const ids = lessons.map(({ id }) => id);
  const taken = await timed(10, () =>
    ask('POST', `/admin/course/${cohort}/lesson/${ids.pop()}/attendance`, { attendances }),
  );
  await client.query('delete from lesson where id = any($1)', [lessons.map(({ id }) => id)]);
  note(`the marks of ${members.length} members saved, p50`, median(taken), ' ms', { max: 300 });
}

const gift = Array.from(
  { length: 1000 },
  (_, n) =>
    `::${n}:: Pertanyaan nomor ${n}: mana yang benar? {\n=Jawaban ${n}\n~Salah satu\n~Salah dua\n####Karena begitu.\n}\n\n`,
).join('');

/** Longest wait of another client's small request while a file is read. */
async function measurePreview(ask: Ask, { quiz }: Classroom): Promise<void> {
  const preview = () => {
    const form = new FormData();
    form.set('file', new Blob([gift], { type: 'text/plain' }), 'questions.txt');
    return ask('POST', `/admin/quiz/${quiz}/questions/preview`, form);
  };
  const other = newAgent();
  const ping = () => ask('GET', '/health', undefined, other);
  await timed(20, ping);
  const waits: number[] = [];
  const previews = await timed(5, async () => {
    const reading = preview();
    const over = new AbortController();
    void reading.finally(() => over.abort()).catch(() => undefined);
    while (!over.signal.aborted) waits.push(...(await timed(1, ping)));
    await reading;
  });
  note('a GIFT file of 1,000 questions looked into, p50', median(previews) / 1000, ' s', { max: 2 });
  note('the longest wait of others meanwhile', Math.max(...waits), ' ms', {}, `p50 ${median(waits).toFixed(1)} ms`);
}

async function measureReadings(ask: Ask, { cohort, huge }: Classroom): Promise<void> {
  const readings = {
    'a page of the course list': '/admin/course/type/fast-track?pageSize=10',
    'a page of the 500 members of a course': `/admin/user/course/${cohort}?pageSize=10`,
    'attendance of 500 members in 25 classes': `/admin/course/${cohort}/attendance`,
    'the classes of a month': `/admin/course/${cohort}/schedule`,
    'a course of 1,000 items': `/admin/course/${huge}`,
  };
  for (const [what, path] of Object.entries(readings))
    note(`${what}, HTTP, p50`, median(await timed(60, () => ask('GET', path))), ' ms');
}

export async function measureClassroom(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    // Creating and deleting the rows writes many audit rows at once.
    await client.query('set statement_timeout = 0');
    const made = await fillClassroom(client);
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    await measureDetail(ask, client, made);
    await measureReadings(ask, made);
    await measureMoves(ask, client, made);
    await measureMarks(ask, client, made);
    await measurePreview(ask, made);
  } finally {
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureClassroom);
