/** State of an import of payouts: gateway, file and columns, the preview, and the start. */
import type { Gateway } from '#contract/payment/gateways.ts';
import { importPayouts, maxPayoutBytes, previewPayouts } from '#contract/payment/payouts.ts';
import { useFileImport, withColumn } from '#admin-shared/import/use-file-import.ts';

interface Choices {
  provider: Gateway;
  file: File | undefined;
  columns: readonly string[] | undefined;
}

const none: Choices = { provider: 'midtrans', file: undefined, columns: undefined };

export function usePayoutImport() {
  const { change, ...work } = useFileImport({
    none,
    preview: previewPayouts,
    start: importPayouts,
    maxBytes: maxPayoutBytes,
    bodyOf: ({ provider, columns }) => ({ provider, ...(columns && { columns: columns.join(',') }) }),
    isAtStake: ({ columns }) => columns !== undefined,
    lost: 'columns',
    next: () => ({ to: '/payment/payouts' }),
  });
  return {
    ...work,
    setProvider: (provider: Gateway) => change({ provider }),
    setFile: (file: File) => change({ file, columns: undefined }),
    setColumn: (place: number, field: string) => change({ columns: withColumn(work.preview?.columns, place, field) }),
  };
}
