/** Tests that cells of spreadsheets are read as Excel shows them, or as values. */
import { describe, expect, it } from 'vitest';
import { escapeXml } from './markup.ts';
import { openWorkbook, readSheet } from './xlsx.ts';
import { zipTexts } from './zip.ts';

interface Sheet {
  cells: string;
  formats?: readonly string[];
  ids?: readonly number[];
  shared?: string;
  date1904?: boolean;
}

/** Cells of a sheet's first row; style n has the n-th of the formats or ids. */
async function read(
  { cells, formats = [], ids = [], shared = '', date1904 = false }: Sheet,
  mode: 'shown' | 'values' = 'shown',
) {
  const own = formats.map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(format)}"/>`);
  const styles = [...formats.map((_, at) => 164 + at), ...ids].map((id) => `<xf numFmtId="${id}"/>`);
  const parts = {
    'xl/workbook.xml': `<workbook><workbookPr${date1904 ? ' date1904="1"' : ''}/></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${['styles', 'sharedStrings'].map((type) => `<Relationship Id="${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${type}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${shared}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
  };
  const files = new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]));
  const [row] = await readSheet(files, { rows: 10, cells: 100 }, mode);
  return row!.cells;
}
const number = (value: number | string) => `<c r="A1" s="0"><v>${value}</v></c>`;

it.each([
  ['General', 0.1 + 0.2, '0.3'],
  ['General', 6_281_234_567_890, '6281234567890'],
  ['General', '8.1234567890100003E11', '812345678901'],
  ['00000', 123, '00123'],
  ['0000-0000-0000', 81_234_567_890, '0812-3456-7890'],
  ['0%', 0.25, '25%'],
  ['0.0%', 0.125, '12.5%'],
  ['0.00', 2.5, '2.50'],
  ['#,##0', 1_500_000, '1,500,000'],
  ['"Rp"#,##0', 1_500_000, 'Rp1.500.000'],
  ['[$Rp-421]#,##0.00', 1_500_000.5, 'Rp1.500.000,50'],
  ['_-[$Rp-421]* #,##0_-;-[$Rp-421]* #,##0_-;_-[$Rp-421]* "-"_-', 1_500_000, 'Rp1.500.000'],
  ['$#,##0.00', 1500, '$1,500.00'],
  ['# ?/?', 0.5, '1/2'],
  ['0.00E+00', 12_345, '1.23E+04'],
  ['dd/mm/yyyy', 46_350, '24/11/2026'],
  ['m/d/yyyy', 46_350, '11/24/2026'],
  ['[$-421]dd mmmm yyyy', 46_350, '24 November 2026'],
  ['[$-421]dddd, d mmm yyyy', 46_251, 'Senin, 17 Agu 2026'],
  ['yyyy-mm-dd hh:mm', 46_350.75, '2026-11-24 18:00'],
  ['h:mm AM/PM', 0.75, '6:00 PM'],
  ['[h]:mm:ss', 1.5, '36:00:00'],
  ['[h]:mm', 25.5 / 24, '25:30'],
  ['[mm]:ss', 95 / 1440, '95:00'],
  ['h:mm:ss', 19 / 24, '19:00:00'],
  ['dd/mm/yyyy hh:mm', 46_350 + 19 / 24, '24/11/2026 19:00'],
  ['_("Rp"* #,##0_);_("Rp"* \\(#,##0\\);_("Rp"* "-"_);_(@_)', 250_000, 'Rp250.000'],
  ['_-[$Rp-421]* #,##0_-;-[$Rp-421]* #,##0_-;_-[$Rp-421]* "-"_-', -1500, '-Rp1.500'],
  ['[$IDR] #,##0', 1_500_000, 'IDR 1.500.000'],
  ['[$-id-ID]d mmmm yyyy', 46_251, '17 Agustus 2026'],
  ['[$-3809]d mmmm yyyy', 46_251, '17 August 2026'],
  ['yyyy\\-mm\\-dd', 46_350, '2026-11-24'],
  ['#,##0.00_);[Red]\\(#,##0.00\\)', -5, '(5.00)'],
  ['yyyy-mm-dd', 60, '1900-02-29'],
  ['dd/mm/yyyy', -1, '#NUM!'],
  ['0 "poin";-0 "poin";"nol"', 0, 'nol'],
  ['[>=1000]0.0,"K";0', 1500, '1.5K'],
  ['@', 0.5, '0.5'],
  ['0[', 7, '7'],
])('shows a number with the format %s: %s is %s', async (format, value, text) => {
  expect(await read({ cells: number(value), formats: [format] })).toEqual([text]);
});

it.each([
  [9, 0.5, '50%'],
  [14, 46_350, '24/11/2026'],
  [20, 0.75, '18:00'],
  [22, 46_350.75, '24/11/2026 18:00'],
  [49, 12, '12'],
])('knows the built-in format %i', async (id, value, text) => {
  expect(await read({ cells: number(value), ids: [id] })).toEqual([text]);
});

it('reads truths, texts, formulas and errors', async () => {
  const shared =
    '<si><r><t>Kata </t></r><r><rPr><b/></rPr><t xml:space="preserve">tebal</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>';
  const cells = [
    '<c t="b"><v>1</v></c><c t="b"><v>0</v></c>',
    '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>1.0</t></is></c>',
    '<c t="str"><f t="shared" si="0">A1&amp;"x"</f><v>hasil</v></c><c><f t="shared" si="0"/><v>7</v></c><c><f>A1</f></c>',
    '<c t="e"><v>#N/A</v></c><c/><c t="n"><v></v></c>',
  ].join('');
  expect(await read({ cells, shared })).toEqual(['TRUE', 'FALSE', 'Kata tebal', '東京', '1.0', 'hasil', '7', '#CALC!', '#N/A', '', '']); // prettier-ignore
});

it.each([
  [
    'a formula without a result',
    '<c><f>1+1</f></c><c><f>A1</f><v></v></c><c><f>A1</f><v/></c>',
    '#CALC!|#CALC!|#CALC!',
  ],
  ['a formula with an empty text', '<c t="str"><f>""</f><v></v></c><c t="str"><f>""</f></c>', '|'],
  [
    'dates of ISO 8601',
    '<c t="d"><v>2026-11-24</v></c><c t="d"><v>2026-11-24T19:00:00.000Z</v></c>',
    '2026-11-24|2026-11-24T19:00:00.000',
  ],
  [
    'prefixes and single quotes',
    `<x:c r='A1' t='inlineStr'><x:is><x:t>A&amp;B</x:t></x:is></x:c><x:c r='C1'><x:v>5</x:v></x:c>`,
    'A&B||5',
  ],
  ['a sign in an attribute', '<c r="A1" note="a>b"><v>1</v></c><c r="B1"><v>2</v></c>', '1|2'],
])('reads %s', async (_, cells, texts) => {
  expect((await read({ cells })).join('|')).toBe(texts);
});

describe('the sheet that is read', () => {
  const link = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`;
  const text = (word: string) =>
    `<worksheet><sheetData><row><c t="inlineStr"><is><t>${word}</t></is></c></row></sheetData></worksheet>`;
  const readParts = async (parts: Readonly<Record<string, string>>) => {
    const files = new Map(Object.entries(parts).map(([name, xml]) => [name, Buffer.from(xml)]));
    return (await readSheet(files, { rows: 10, cells: 10 })).map(({ cells }) => cells);
  };

  it('is the first that is not hidden and has cells', async () => {
    const sheets = ['chart', 'hidden', 'shown', 'other'].map(
      (id) => `<sheet name="${id}" sheetId="1" r:id="${id}"${id === 'hidden' ? ' state="veryHidden"' : ''}/>`,
    );
    const parts = {
      'xl/workbook2.xml': `<workbook><sheets>${sheets.join('')}</sheets></workbook>`,
      'xl/_rels/workbook2.xml.rels': `<Relationships>${link('chart', 'chartsheet', 'chartsheets/sheet1.xml')}${link('hidden', 'worksheet', 'worksheets/sheet1.xml')}${link('shown', 'worksheet', '/xl/worksheets/sheet2.xml')}${link('other', 'worksheet', 'worksheets/sheet3.xml')}</Relationships>`,
      'xl/worksheets/sheet1.xml': text('hidden'),
      'xl/worksheets/sheet2.xml': text('shown'),
      'xl/worksheets/sheet3.xml': text('other'),
    };
    expect(await readParts(parts)).toEqual([['shown']]);
  });

  it('has no cell of millions of attributes', async () => {
    const sheet = `<worksheet><row><c ${'a="b" '.repeat(1_000_000)}/></row></worksheet>`;
    expect(await readParts({ 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': sheet })).toEqual([[]]);
  });

  it.each([
    ['with a prefix', '<x:row><x:c/></x:row>'],
    ['without attributes', '<row><c/></row>'],
  ])('has its rows and cells counted %s', async (_, row) => {
    const parts = {
      'xl/workbook.xml': '<workbook/>',
      'xl/worksheets/sheet1.xml': `<worksheet>${row.repeat(11)}</worksheet>`,
    };
    await expect(readParts(parts)).rejects.toThrow('far too many rows and cells');
  });
});

it.each([
  ['an .xls file', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  [
    'an .ods file',
    Buffer.from(zipTexts({ 'content.xml': '<office:document-content/>', 'META-INF/manifest.xml': '<manifest/>' })),
  ],
  [
    'an .xlsb file',
    Buffer.from(zipTexts({ 'xl/workbook.bin': 'x', 'xl/_rels/workbook.bin.rels': '<Relationships/>' })),
  ],
  ['a text', Buffer.from('Nama,Email')],
])('refuses %s with the way out', async (_, file) => {
  await expect(openWorkbook(file)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('save it as .xlsx') as string,
  });
});

it('counts the days of the system of 1904', async () => {
  expect(await read({ cells: number(46_350 - 1462), formats: ['dd/mm/yyyy'], date1904: true })).toEqual(['24/11/2026']);
  expect(await read({ cells: number(5), formats: ['0'], date1904: true })).toEqual(['5']);
});

it('gives readers of values dates and amounts as numbers, and zeros that a format puts in front', async () => {
  const cells =
    '<c s="0"><v>46350.5</v></c><c s="1"><v>1500000</v></c><c s="2"><v>81234567890</v></c><c t="b"><v>1</v></c>';
  const formats = ['dd/mm/yyyy hh:mm', '"Rp"#,##0', '000000000000'];
  expect(await read({ cells, formats }, 'values')).toEqual(['46350.5', '1500000', '081234567890', 'TRUE']);
});
