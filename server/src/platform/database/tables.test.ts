import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import ts from 'typescript6';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';

/** Asked in SQL alone: the documents are Firestore's, not the query builder's. */
const notTyped = ['tracking_document'];

type Columns = Record<string, 'null' | 'not null'>;

let given: TestDatabase;
beforeAll(async () => {
  given = await testDatabase();
});
afterAll(() => given.drop());

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (upper) => `_${upper.toLowerCase()}`);

/** Table → columns as tables.ts writes them; types are gone at run time, so its text is read. */
function writtenTables(): Record<string, Columns> {
  const source = ts.createSourceFile(
    'tables.ts',
    readFileSync(join(import.meta.dirname, 'tables.ts'), 'utf8'),
    ts.ScriptTarget.Latest,
  );
  const interfaces = new Map(
    source.statements.filter((statement) => ts.isInterfaceDeclaration(statement)).map((one) => [one.name.text, one]),
  );

  function columnsOf(members: Iterable<ts.TypeElement>): Columns {
    return Object.fromEntries(
      [...members]
        .filter((member) => ts.isPropertySignature(member))
        .map((member) => {
          const isNullable = /\bnull\b|^unknown$/.test(member.type?.getText(source) ?? '');
          return [snakeCase(member.name.getText(source)), isNullable ? 'null' : 'not null'] as const;
        }),
    );
  }

  function columnsOfType(type: ts.TypeNode | undefined): Columns {
    if (type && ts.isTypeLiteralNode(type)) return columnsOf(type.members);
    const declared = interfaces.get(type?.getText(source) ?? '');
    if (!declared) throw new Error(`tables.ts does not declare ${type?.getText(source)}`);
    const bases = declared.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
    return Object.assign(
      {},
      ...bases.map((base) => columnsOf(interfaces.get(base.getText(source))?.members ?? [])),
      columnsOf(declared.members),
    ) as Columns;
  }

  const members = interfaces.get('Tables')?.members.filter((member) => ts.isPropertySignature(member)) ?? [];
  return Object.fromEntries(
    members.map((member) => [snakeCase(member.name.getText(source)), columnsOfType(member.type)]),
  );
}

/** What is generated from columns that are never null is never null; the catalogue cannot say so. */
async function catalogueTables(): Promise<Record<string, Columns>> {
  const client = new pg.Client(given.ownerUrl);
  await client.connect();
  const { rows } = await client
    .query<{ name: string; column: string; isNotNull: boolean }>(
      `
    select relname as name, attname as column, attnotnull or attgenerated <> '' as "isNotNull" from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and attname <> 'tenant' and relname <> all($1)`,
      [notTyped],
    )
    .finally(() => client.end());
  const tables: Record<string, Columns> = {};
  for (const { name, column, isNotNull } of rows) (tables[name] ??= {})[column] = isNotNull ? 'not null' : 'null';
  return tables;
}

it('tables.ts has the tables and columns of the database, and says rightly which may be null', async () => {
  const written = writtenTables();
  expect(Object.keys(written).length).toBeGreaterThan(15);
  expect(written).toEqual(await catalogueTables());
});
