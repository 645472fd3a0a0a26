/** Spreadsheet of the journal of a month: one row per day, text and account. */
import { type JournalRow } from '#contract/payment/payouts.ts';
import { tenant } from '#kit/api/tenant.ts';
import { type Sheet, sheetFile } from '#kit/spreadsheet/sheet-file.ts';

const journalSheet = {
  sheet: 'Journal',
  columns: [
    { header: 'Date', width: 12, value: ({ day }) => day },
    { header: 'Text', width: 28, value: ({ text }) => text },
    { header: 'Account', width: 32, value: ({ account }) => account },
    { header: 'Debit', width: 16, value: ({ debit }) => debit },
    { header: 'Credit', width: 16, value: ({ credit }) => credit },
  ],
} satisfies Omit<Sheet<JournalRow>, 'file'>;

export const journalWorkbook = (rows: readonly JournalRow[], month: string): Promise<File> =>
  sheetFile(
    { file: `journal-${tenant}-${month.slice(0, 7)}.xlsx`, ...journalSheet },
    (async function* parts() {
      yield { total: rows.length, rows };
    })(),
    () => undefined,
  );
