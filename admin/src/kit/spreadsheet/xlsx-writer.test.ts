/** Tests that spreadsheet programs can read the file and execute nothing in it. */
import { unzipSync, strFromU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readSheet } from '#contract/kernel/testing/workbook.ts';
import { CUT_MARK, MAX_CELL_LENGTH } from './xlsx-text.ts';
import { columnLetters, createSheetWriter, MAX_ROWS } from './xlsx-writer.ts';

async function fileOf(...batches: (string | number)[][][]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const columns = [
    { header: 'Name', width: 24 },
    { header: 'Phone', width: 18 },
  ];
  const writer = createSheetWriter('TrackingOrders', columns, (bytes) => parts.push(bytes));
  for (const batch of batches) await writer.addRows(batch);
  await writer.finish();
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const sheetOf = async (file: Promise<Uint8Array>) => readSheet(await file, 'TrackingOrders');

const sheetXml = async (file: Promise<Uint8Array>): Promise<string> =>
  strFromU8(unzipSync(await file)['xl/worksheets/sheet1.xml']!);

/** Reads the text of A2 as the standard says: entities, then `_xHHHH_`. Independent of the writer's own escaping. */
async function firstCell(text: string): Promise<string> {
  const raw = /<c r="A2".*?<t[^>]*>(.*?)<\/t>/s.exec(await sheetXml(fileOf([[text, '']])))![1]!;
  return raw
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

describe('a workbook read as the format is defined', () => {
  test('has a bold, frozen header row and the given column widths', async () => {
    const sheet = await sheetOf(fileOf());
    expect(sheet.rows).toEqual([['Name', 'Phone']]);
    expect(sheet.cells.get('B1')).toMatchObject({ isBold: true });
    expect(sheet.frozenRows).toBe(1);
    expect(sheet.widths).toEqual([24, 18]);
  });

  test('has numeric cells with a thousands separator', async () => {
    const sheet = await sheetOf(
      fileOf([
        ['Sari', 1_250_000],
        ['Budi', 0],
      ]),
    );
    expect(sheet.cells.get('B2')).toMatchObject({ value: 1_250_000, isBold: false, format: '#,##0' });
    expect(sheet.cells.get('B3')).toMatchObject({ value: 0 });
  });

  test('keeps the rows of all batches in order', async () => {
    const sheet = await sheetOf(
      fileOf(
        [
          ['a', '1'],
          ['b', '2'],
        ],
        [],
        [['c', '3']],
      ),
    );
    expect(sheet.rows.map(([name]) => name)).toEqual(['Name', 'a', 'b', 'c']);
  });

  test.each(['=1+1', '+6281234567890', '-1', '@x', '\tx', '\rx', '=HYPERLINK("http://x","y")'])(
    'stores %j as text, never as a formula',
    async (text) => {
      const file = fileOf([[text, text]]);
      expect((await sheetOf(file)).cells.get('A2')).toMatchObject({ value: text, isFormula: false });
      expect(await sheetXml(file)).not.toContain('<f');
      expect(await firstCell(text)).toBe(text);
    },
  );

  test('marks text that looks like a formula, and only such text, so that editing makes no formula', async () => {
    const [hostile, plain] = [...(await sheetXml(fileOf([['=1+1', 'x=1']]))).matchAll(/<c r="[AB]2" s="(\d)"/g)].map(
      (match) => Number(match[1]),
    );
    const styles = strFromU8(unzipSync(await fileOf())['xl/styles.xml']!);
    const formats = [...styles.split('<cellXfs')[1]!.matchAll(/<xf [^>]*>/g)].map((match) => match[0]);
    expect(formats[hostile!]).toContain('quotePrefix="1"');
    expect(formats[plain!]).not.toContain('quotePrefix');
  });

  test('stores a phone number as text in text format, so that no digit is lost', async () => {
    const { cells } = await sheetOf(fileOf([['x', '081234567890123456']]));
    expect(cells.get('B2')).toMatchObject({ value: '081234567890123456', format: '@' });
  });

  test.each(['😀 Kelas', 'مرحبا \u202e', '<b>&amp;</b>', '  spaced  ', 'two\nlines', 'Ünïcödé 漢字'])(
    'keeps %j',
    async (text) => {
      expect((await sheetOf(fileOf([[text, '']]))).cells.get('A2')?.value).toBe(text);
    },
  );

  test('leaves an empty text as an empty cell', async () => {
    expect((await sheetOf(fileOf([['', 'x']]))).cells.has('A2')).toBe(false);
  });
});

describe('text that needs escaping', () => {
  test.each(['\0', 'a\u0001\u001fb', '\r\n', '\ufffe\uffff', '_x0041_', '_x000d_', '_x005F\0', '__x0041_x0042_'])(
    '%j is preserved',
    async (text) => {
      expect(await firstCell(text)).toBe(text);
    },
  );

  test('contains no character that XML forbids', async () => {
    const everything = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('');
    const halves = [everything.slice(0, 30_000), everything.slice(30_000, 60_000), everything.slice(60_000)];
    const xml = await sheetXml(fileOf(halves.map((text) => [text, ''])));
    expect(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml)).toBeNull();
  });

  test('a lone surrogate becomes the replacement character, a pair is preserved', async () => {
    expect(await firstCell('a\ud83db\udc00😀')).toBe('a\ufffdb\ufffd😀');
  });

  test('text beyond the cell limit is truncated and marked', async () => {
    expect(await firstCell('x'.repeat(MAX_CELL_LENGTH))).toBe('x'.repeat(MAX_CELL_LENGTH));
    const cut = await firstCell('x'.repeat(40_000));
    expect([cut.length, cut.endsWith(`x${CUT_MARK}`)]).toEqual([MAX_CELL_LENGTH, true]);
  });

  test('truncation never splits an emoji', async () => {
    const cut = await firstCell(`${'x'.repeat(MAX_CELL_LENGTH - CUT_MARK.length - 1)}${'😀'.repeat(20)}`);
    expect(cut.endsWith(`x${CUT_MARK}`)).toBe(true);
  });
});

test('columns have the letters of spreadsheets', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('more rows than the format allows are refused before they are written', async () => {
  const writer = createSheetWriter('S', [], () => {});
  await expect(writer.addRows({ length: MAX_ROWS + 1 } as string[][])).rejects.toThrow(RangeError);
});
