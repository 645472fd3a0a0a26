/** Helpers for tests of imports: files from rows, the two calls, and results by state. */
import type { Batch } from '#contract/batch/endpoints.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import { type ImportPreview, previewImport, startImport } from '#contract/user/import/endpoints.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { multipart } from '#platform/testing/files.ts';
import { writeCsv } from '#shared/spreadsheet/csv.ts';

export type Cells = readonly (readonly string[])[];
type Fields = Record<string, string>;

async function send(test: TestApp, entry: Endpoint, file: Buffer | undefined, fields: Fields, role: Role = 'admin') {
  const { token } = await test.as(role);
  const { payload, headers } = multipart(file, { kind: 'members', ...fields }, 'file');
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api${entry.url}`,
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}

const fileOf = (rows: Cells | Buffer) => (Buffer.isBuffer(rows) ? rows : Buffer.from(writeCsv(rows)));

type Answer<Body> = { status: number; body: Body & { message: string } };

export const preview = async (test: TestApp, rows: Cells | Buffer, fields: Fields = {}, role?: Role) =>
  (await send(test, previewImport, fileOf(rows), fields, role)) as Answer<ImportPreview>;

/** Imports what a preview shows. */
export async function importRows(test: TestApp, rows: Cells | Buffer, fields: Fields = {}) {
  const seen = fields['seen'] ?? (await preview(test, rows, fields)).body.seen;
  return (await send(test, startImport, fileOf(rows), { ...fields, seen })) as Answer<Batch>;
}

/** Lines by state: `{ new: [2], refused: [3] }`. */
export function linesByState({ rows }: ImportPreview): Record<string, number[]> {
  const groups = Map.groupBy(rows, ({ state }) => state);
  return Object.fromEntries([...groups].map(([state, of]) => [state, of.map(({ line }) => line)]));
}
