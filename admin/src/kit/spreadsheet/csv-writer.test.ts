/** Tests CSV files: quotes, and texts that are no formulas. */
import { expect, it } from 'vitest';
import { type Sheet, sheetFile } from './sheet-file.ts';

const csv = async (texts: readonly (string | number)[]): Promise<string> => {
  const sheet: Sheet<string | number> = {
    file: 'x.csv',
    sheet: 'X',
    columns: [{ header: 'Na"me', width: 1, value: (text) => text }],
  };
  async function* parts() {
    yield { total: texts.length, rows: texts };
  }
  const file = await sheetFile(sheet, parts(), () => undefined);
  expect(file.type).toBe('text/csv');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());
};

it('begins with a byte order mark and the headings, and quotes texts', async () => {
  expect(await csv(['a, "b"\nc', 7])).toBe('\uFEFF"Na""me"\r\n"a, ""b""\nc"\r\n7\r\n');
});

it.each(['=1+1', '+62 812', '-2', '@SUM(A1)', '\t=1', '\r=1'])('keeps %j as a text', async (text) => {
  expect(await csv([text])).toContain(`"'${text}"`);
});
