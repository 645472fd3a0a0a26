/** Exports the listed people as a spreadsheet or as CSV; the export is logged under Exports. */
import { peopleExport } from '#contract/exports/endpoints.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { useListed } from '#kit/list/use-list-state.ts';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { useExport } from '#kit/spreadsheet/use-export.ts';

interface Input {
  query: ReturnType<typeof useListed<typeof listUsers>>;
  format: 'xlsx' | 'csv';
}

export function ExportPeople() {
  const query = useListed(listUsers);
  const exporting = useExport({
    what: 'people',
    messages: { preferServer: true },
    authorize: ({ query: sought }: Input, signal) => call(peopleExport.begin, { query: sought }, { signal }),
    write: async (begun, { format }, work) => (await import('./people-file.ts')).peopleFile(begun, format, work),
  });
  const spreadsheet: Input = { query, format: 'xlsx' };
  return (
    <ExportButton
      exporting={exporting}
      of={spreadsheet}
      formats={{ 'Spreadsheet (XLSX)': spreadsheet, CSV: { query, format: 'csv' } }}
    />
  );
}
