/** Tests the readers of bank statements: layouts of the banks, amounts and days as they write them, and broken files. */
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpError } from '#platform/errors.ts';
import { zipOf } from '#platform/testing/files.ts';
import { writeXlsx } from '#shared/spreadsheet/xlsx.ts';
import { dayOf, senOf } from './cells.ts';
import { readStatement } from './file.ts';
import { inOrder } from './statement.ts';

const sample = (name: string) => readFile(new URL(`../samples/${name}`, import.meta.url));
const read = (file: Uint8Array | string, columns?: string[], remembered: [string, string][] = []) =>
  readStatement({ file: typeof file === 'string' ? Buffer.from(file) : file, columns, remembered });
const linesOf = async (file: Uint8Array | string) =>
  (await read(file)).lines.map(({ bookedOn, amount, reason }) => [bookedOn, amount / 100, reason]);

describe('an amount', () => {
  it.each([
    ['1.250.123,00', 1_250_123],
    ['1,250,123.00', 1_250_123],
    ['1,250,123.00 CR', 1_250_123],
    ['1,250,123.00 DB', -1_250_123],
    ['14000.00', 14_000],
    ['.00', 0],
    ['1.250', 1250],
    ['1,250', 1250],
    ['Rp 499.123', 499_123],
    ['-500', -500],
    ['(500,00)', -500],
    ['12.5', 12.5],
  ])('reads %s', (text, rupiah) => expect(senOf(text)).toBe(rupiah * 100));
  it.each(['', 'Rp', '1.25.000', '1,2,3', '1.250,123.00', '12 XX', '(5', '99999999999999999999'])(
    'does not read “%s”',
    (text) => expect(senOf(text)).toBeNaN(),
  );
});

describe('a day', () => {
  const period = ['2026-12-24', '2027-01-04'] as const;
  it.each([
    ['25/11/2026', '2026-11-25'],
    ['25/11/26 10.15.22', '2026-11-25'],
    ['25 Nov 2026', '2026-11-25'],
    ['1-Agustus-2026', '2026-08-01'],
    ['2026-11-25 00:00:00', '2026-11-25'],
    ['20261125', '2026-11-25'],
    ['46351', '2026-11-25'],
    ["'31/12", '2026-12-31'],
    ['02/01', '2027-01-02'],
  ])('reads %s', (text, day) => expect(dayOf(text, period)).toBe(day));
  it.each(['31/11/2026', '02/02', 'PEND', '', '25/11/1826'])('does not read “%s”', (text) =>
    expect(dayOf(text, period)).toBeUndefined(),
  );
  it('without a year needs the period', () => expect(dayOf('25/11')).toBeUndefined());
});

describe('a layout', () => {
  it.each([
    ['klikbca-bisnis.csv', 'KlikBCA', 'BCA', '5420123456', 5],
    ['klikbca-individu.csv', 'KlikBCA', 'BCA', '5420123456', 3],
    ['mandiri-mcm.csv', 'Mandiri MCM', 'Mandiri', '1310012345678', 2],
    ['bnidirect.csv', 'BNIDirect', 'BNI', '0123456789', 2],
    ['bri-cms.csv', 'BRI CMS', 'BRI', '020601000123456', 2],
    ['bca.sta', 'MT940', 'BCA', '5420123456', 2],
  ])('of %s is recognised', async (name, layout, bank, account, lines) => {
    const statement = await read(await sample(name));
    expect(statement).toMatchObject({ layout, bank, account, missing: [] });
    expect(statement.lines).toHaveLength(lines);
    expect(statement.lines[0]).toMatchObject({ amount: 49_912_300, reason: '' });
  });

  it('without years takes them from the period, and leaves out what is not booked yet', async () => {
    expect(await linesOf(await sample('klikbca-individu.csv'))).toEqual([
      ['2026-12-31', 499_123, ''],
      ['2027-01-02', -17_000, ''],
      [undefined, 250_045, 'The bank has not booked it yet'],
    ]);
  });

  it('keeps both descriptions, and names in structured text', async () => {
    const { lines } = await read(await sample('mandiri-mcm.csv'));
    expect(lines[0]!.description).toBe('MCM InhouseTrf DARI BUDI SANTOSO INV/CODING/20261122/0012');
    const { lines: swift } = await read(await sample('bca.sta'));
    expect(swift.map(({ description, counterparty }) => [description, counterparty])).toEqual([
      ['TRSF E-BANKING CR 2311/FTSCY/WS95031 BUDI SANTOSO', ''],
      ['TRSF E-BANKING DB GAJI NOVEMBER PT MITRA', 'PT MITRA'],
    ]);
  });

  it('as a workbook is the same', async () => {
    const rows = [
      ['Livin’ by Mandiri'],
      ['No', 'Tanggal', 'Keterangan', 'Dana Masuk (IDR)', 'Dana Keluar (IDR)', 'Saldo (IDR)'],
      [1, '23 Nov 2026', 'Transfer dari BUDI', '499.123,00', '', '1.499.123,00'],
      [2, 46_350, 'Biaya', '', '2.500,00', '1.496.623,00'],
    ];
    const statement = await read(writeXlsx(rows));
    expect(statement).toMatchObject({ layout: 'Livin’ by Mandiri', bank: 'Mandiri', account: '' });
    expect(statement.lines.map(({ bookedOn, amount }) => [bookedOn, amount])).toEqual([
      ['2026-11-23', 49_912_300],
      ['2026-11-24', -250_000],
    ]);
  });

  it('that nobody knows is mapped, and remembered', async () => {
    const text = 'Hari,Apa,Uang\n23/11/2026,Dari BUDI,"499,123.00 CR"\n24/11/2026,Dari ANI,"1,000.00 CR"\n';
    expect(await read(text)).toMatchObject({ missing: ['Date', 'Description', 'Amount or Money in'], lines: [] });
    const columns = ['bookedOn', 'description', 'amount'];
    expect((await read(text, columns)).lines).toHaveLength(2);
    const remembered: [string, string][] = [['hari', 'bookedOn'], ['apa', 'description'], ['uang', 'amount']]; // prettier-ignore
    expect((await read(text, undefined, remembered)).lines).toHaveLength(2);
    await expect(read(text, ['bookedOn'])).rejects.toThrow('The number of columns of this file is 3, not 1');
    await expect(read(text, ['amount', 'amount', ''])).rejects.toThrow('each field has one column');
  });

  it('keeps its order if the day of its last line cannot be read', async () => {
    const text =
      'Tanggal,Keterangan,Jumlah\n23/11/2026,Dari BUDI,"1.00 CR"\n24/11/2026,Dari ANI,"2.00 CR"\n99/99/2026,Rusak,"3.00 CR"\n';
    expect(inOrder((await read(text)).lines).map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  it('without DB and CR asks for them', async () => {
    const text = 'Tanggal,Keterangan,Jumlah\n23/11/2026,Dari BUDI,499123\n';
    expect((await read(text)).missing).toEqual(['DB or CR']);
  });
});

describe('a file whose sums do not agree', () => {
  const without = async (name: string, pattern: RegExp, by = '') => String(await sample(name)).replace(pattern, by);
  it('names the difference to the closing balance', async () => {
    await expect(read(await without('bca.sta', /:61:2611241124.*\n:86:.*\n/))).rejects.toThrow(
      'The lines do not add up from the opening balance Rp10.000.000 to the closing balance Rp5.499.123: Rp5.000.000 is too much',
    );
  });
  it('names the row whose balance does not follow', async () => {
    await expect(read(await without('klikbca-bisnis.csv', /"24\/11.*\n/))).rejects.toThrow(
      'The balance in row 10 does not follow from row 9: lines are missing or changed',
    );
  });
  it('is refused when it is cut off', async () => {
    await expect(read(await without('bca.sta', /:62F[^]*/))).rejects.toThrow('it is incomplete');
  });
  it('is read from the newest to the oldest, too', async () => {
    const [head, one, two] = String(await sample('bri-cms.csv'))
      .trim()
      .split('\n');
    expect((await linesOf([head, two, one].join('\n')))[0]).toEqual(['2026-11-24', -11_000, '']);
  });
  it('is refused in another currency, or of several accounts', async () => {
    await expect(read(await without('bca.sta', /IDR10000000/, 'USD10000000'))).rejects.toThrow('in USD, not in IDR');
    await expect(read(await without('bri-cms.csv', /020601000123456(?=;2026-11-24)/, '999'))).rejects.toThrow(
      'several accounts',
    );
  });
});

describe('any file', () => {
  const names = ['klikbca-bisnis.csv', 'klikbca-individu.csv', 'mandiri-mcm.csv', 'bnidirect.csv', 'bri-cms.csv', 'bca.sta']; // prettier-ignore

  it('is read or refused with a reason, however it was cut, shuffled or changed', async () => {
    const files = await Promise.all(names.map(sample));
    const change = fc.record({
      file: fc.constantFrom(...files),
      from: fc.nat(400),
      length: fc.nat(200),
      by: fc.oneof(fc.string(), fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('latin1')), fc.constantFrom(':61:', ':62F:C', '",', '\n', ';;;')), // prettier-ignore
      isShuffled: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ file, from, length, by, isShuffled }) => {
        const text = String(file);
        const changed = text.slice(0, from) + by + text.slice(from + length);
        const rows = changed.split('\n');
        const shuffled = isShuffled ? rows.toSorted((one, other) => one.length - other.length).join('\n') : changed;
        const result = await read(shuffled).catch((error: unknown) => error);
        expect(result instanceof Error ? (result as Partial<HttpError>).statusCode : 400).toBe(400);
      }),
      { numRuns: 1000 },
    );
  });

  it('that is huge or a bomb is refused', async () => {
    const row = '23/11/2026,Dari BUDI,"1,000.00 CR"\n';
    await expect(read(`Tanggal,Keterangan,Jumlah\n${row.repeat(25_000)}`)).rejects.toThrow('divide it');
    const swift = ':20:A\n:25:1234567890\n:60F:C261122IDR0,00\n';
    const line = ':61:2611231123C1,00NTRFNONREF\n';
    await expect(read(`${swift}${line.repeat(25_000)}:62F:C261125IDR25000,00`)).rejects.toThrow('divide it');
    const bomb = zipOf([{ name: 'xl/workbook.xml', bytes: Buffer.alloc(60_000_000, ' ') }]);
    await expect(read(bomb)).rejects.toThrow('far too large');
  });
});
