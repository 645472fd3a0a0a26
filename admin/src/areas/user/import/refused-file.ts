/** File of the refused rows with their reasons, to be corrected and imported again. */
import type { ImportPreview } from '#contract/user/import/endpoints.ts';
import { sheetFile } from '#kit/spreadsheet/sheet-file.ts';

/** A spreadsheet: in a CSV file Excel takes the 0 off phone numbers. */
export function refusedFile({ columns, rows }: ImportPreview): Promise<File> {
  const refused = rows.filter(({ state }) => state === 'refused');
  const cells = columns.map(({ heading }, place) => ({
    header: heading,
    width: 24,
    value: (row: (typeof refused)[number]) => row.cells?.[place] ?? '',
  }));
  const reason = {
    header: 'Reason',
    width: 60,
    value: ({ faults }: (typeof refused)[number]) =>
      faults.map((fault) => (fault.column ? `${fault.column}: ${fault.reason}` : fault.reason)).join('; '),
  };
  async function* parts() {
    yield { total: refused.length, rows: refused };
  }
  return sheetFile(
    { file: 'refused-rows.xlsx', sheet: 'Refused rows', columns: [...cells, reason] },
    parts(),
    () => undefined,
  );
}
