/** Calls of tests that import a file: its preview, and the import of what the preview shows. */
import type { Endpoint, Reply, Role } from '#contract/kernel/endpoint.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { multipart } from '#platform/testing/files.ts';
import { writeCsv } from '../spreadsheet/csv.ts';

export type Cells = readonly (readonly string[])[];
type Fields = Record<string, string>;
type Answer<E> = { status: number; body: Reply<E> & { message: string } };

async function send<E extends Endpoint>(
  test: TestApp,
  entry: E,
  rows: Cells | Buffer,
  fields: Fields,
  role: Role = 'admin',
): Promise<Answer<E>> {
  const { token } = await test.as(role);
  const file = Buffer.isBuffer(rows) ? rows : Buffer.from(writeCsv(rows));
  const { payload, headers } = multipart(file, fields, 'file');
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api${entry.url}`,
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, body: answer.json<Answer<E>['body']>() };
}

/** Helpers for the two endpoints of an import, with fields of its form that most tests leave out. */
export const fileImport = <P extends Endpoint, S extends Endpoint>(previews: P, starts: S, usual: Fields) => {
  const preview = (test: TestApp, rows: Cells | Buffer, fields: Fields = {}, role?: Role): Promise<Answer<P>> =>
    send(test, previews, rows, { ...usual, ...fields }, role);
  /** Imports what a preview shows. */
  const start = async (test: TestApp, rows: Cells | Buffer, fields: Fields = {}): Promise<Answer<S>> => {
    const seen = fields['seen'] ?? ((await preview(test, rows, fields)).body as unknown as { seen: string }).seen;
    return send(test, starts, rows, { ...usual, ...fields, seen });
  };
  return { preview, start };
};
