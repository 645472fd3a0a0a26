/** Exports the listed orders as a spreadsheet; the export is logged under Exports. */
import { exportOrders } from '#contract/exports/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { useExport } from '#kit/spreadsheet/use-export.ts';
import { useOrderFilter } from './order-sums.tsx';

type Filter = ReturnType<typeof useOrderFilter>;

export function ExportOrders() {
  const exporting = useExport({
    what: 'orders',
    messages: { preferServer: true },
    authorize: (query: Filter, signal) => call(exportOrders, { query }, { signal }),
    write: async (begun, _filter, work) => (await import('./orders-workbook.ts')).ordersWorkbook(begun, work),
  });
  return <ExportButton exporting={exporting} of={useOrderFilter()} />;
}
