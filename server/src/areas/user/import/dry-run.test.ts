/** Property test that the preview and the import agree, whatever is in the file and in the database. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { e164Of } from '#shared/phone.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { batchRoutes } from '../../../services/batch/routes.ts';
import { memberImportBatch } from './member-batch.ts';
import { importRoutes } from './routes.ts';
import { importRows, preview } from './testing/import-file.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testAppOf([importRoutes, batchRoutes([memberImportBatch])]);
  await test.as('admin');
});
afterAll(() => test.close());

const header = ['external id', 'name', 'email', 'phone', 'city'];
/** Few values, so that rows and people have much in common. */
const oneOf = (...values: string[]) => fc.constantFrom(...values);
const cells = fc.tuple(
  oneOf('', 'A1', 'A2', 'A3'),
  oneOf('', 'Siti', 'siti', 'Budi Hartono', 'X'),
  oneOf('', 'a@sample.test', 'A@sample.test', 'b@sample.test', 'c@sample.test', 'no'),
  oneOf('', '081211112222', '+62 812 1111 2222', '081233334444', '1'),
  oneOf('', 'Solo', 'Bandung'),
);
const person = fc.record({
  externalId: fc.constantFrom(null, 'A1', 'A2'),
  name: oneOf('Siti', 'Budi Hartono'),
  email: oneOf('a@sample.test', 'b@sample.test'),
  phone: oneOf('', '081211112222', '0812-3333-4444'),
  role: oneOf('member', 'member', 'member', 'instructor'),
});
const people = fc.uniqueArray(person, {
  maxLength: 2,
  comparator: (one, other) =>
    one.email === other.email || (one.externalId !== null && one.externalId === other.externalId),
});
const situation = fc.record({
  people,
  rows: fc.array(cells, { minLength: 1, maxLength: 8 }),
  answers: fc.array(oneOf('', 'new', 'skip', '0', '1'), { minLength: 8, maxLength: 8 }),
});

/** A refused row, which is doubtful once the row above it is imported, beside another row of its person. */
const refusedBeside = {
  people: [
    { externalId: 'A1' as const, name: 'Siti', email: 'b@sample.test', phone: '0812-3333-4444', role: 'member' },
  ],
  rows: [
    ['', 'Siti', 'a@sample.test', '', ''],
    ['A1', '', 'A@sample.test', '', ''],
    ['', '', '', '081233334444', 'Solo'],
  ] as [string, string, string, string, string][],
  answers: Array<string>(8).fill(''),
};
/** An answer that names nobody whom its row matches, until another row gives its phone to this person. */
const answeredEarly = {
  people: [{ externalId: null, name: 'Siti', email: 'b@sample.test', phone: '', role: 'member' }],
  rows: [
    ['', '', 'c@sample.test', '081211112222', 'Bandung'],
    ['', '', 'b@sample.test', '+62 812 1111 2222', ''],
  ] as [string, string, string, string, string][],
  answers: ['0', ...Array<string>(7).fill('')],
};

const columns = 'id, external_id, name, email, phone_number, phone_e164, location, version';
const stored = async () =>
  new Map(
    (await test.sql(`select ${columns} from "user" where email like '%@sample.test'`)).map((row) => [row['id'], row]),
  );

const labels: Readonly<Record<string, string>> = {
  'External id': 'external_id',
  Name: 'name',
  'E-mail': 'email',
  Phone: 'phone_number',
  Location: 'location',
};

it('writes exactly what the preview says, and the same file changes nothing afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async ({ people: there, rows, answers }) => {
      await test.sql(`delete from "user" where email like '%@sample.test'`);
      const ids: string[] = [];
      for (const { externalId, name, email, phone, role } of there) {
        const [row] = await test.sql(
          `insert into "user" (tenant, external_id, name, email, phone_number, phone_e164, role, password_hash)
            values ('coding', $1, $2, $3, $4, $5, $6, '') returning id`,
          [externalId, name, email, phone, e164Of(phone), role],
        );
        ids.push(String(row!['id']));
      }
      const before = await stored();
      const chosen = answers.map((answer) => ids[Number(answer || Number.NaN)] ?? answer);
      const fields = { answers: chosen.flatMap((answer, n) => (answer === '' ? [] : `${n + 2}:${answer}`)).join(',') };
      const file = [header, ...rows];
      // A file whose rows are all empty has none.
      const dry = await preview(test, file, fields);
      if (dry.status !== 200) {
        expect(rows.flat().join('')).toBe('');
        return;
      }
      const of = (state: string) => dry.body.rows.filter((row) => row.state === state);
      expect(await stored()).toEqual(before);
      const writes = of('new').length + of('changed').length;
      const answer = await importRows(test, file, { ...fields, seen: dry.body.seen });
      expect(answer).toMatchObject(
        writes === 0 ? { status: 409 } : { status: 201, body: { done: writes, failed: 0, skipped: 0 } },
      );
      const after = await stored();
      expect(after.size).toBe(before.size + of('new').length);
      const expected = new Map([...before].map(([id, row]) => [id, { ...row }]));
      for (const { userId, changes } of of('changed')) {
        const row = expected.get(userId)!;
        for (const { label, after: value } of changes) row[labels[label]!] = value;
        row['phone_e164'] = e164Of(String(row['phone_number']));
        row['version'] = 2;
      }
      for (const [id, row] of expected) expect(after.get(id)).toEqual(row);
      for (const { changes } of of('new')) {
        const values = Object.fromEntries(changes.map(({ label, after: value }) => [labels[label]!, value]));
        expect([...after.values()]).toContainEqual(expect.objectContaining(values));
      }
      const again = (await preview(test, file, fields)).body;
      // A row left open matches nobody any more once another row gave its candidate another phone.
      const moved = new Set(
        of('changed').flatMap(({ userId, changes }) => (changes.some(({ label }) => label === 'Phone') ? userId : [])),
      );
      const rematched = new Set(
        of('undecided').flatMap(({ line, candidates }) =>
          candidates.some(({ userId }) => moved.has(userId)) ? line : [],
        ),
      );
      const repeated = again.rows.filter(({ state }) => state === 'new' || state === 'changed');
      expect(repeated.filter(({ line }) => !rematched.has(line))).toEqual([]);
    }),
    { numRuns: 40, examples: [[refusedBeside], [answeredEarly]] },
  );
});
