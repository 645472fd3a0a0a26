/** What a person reads when an export breaks off: how far it came, what was kept, and what to do. */
import { formatNumber } from '#kit/format/formats.ts';
import type { ExportProgress } from './tracking-workbook.ts';

export function exportFailure(error: unknown, { done, total }: ExportProgress): string {
  const reached =
    total > 0
      ? `The export stopped after ${formatNumber(done)} of ${formatNumber(total)} orders.`
      : 'The export could not begin.';
  return `${reached} Nothing was downloaded; your filters and the orders are as they were. ${advice(error)}`;
}

/**
 * More rows than a sheet holds is the one fault that trying again does not cure; the page alone knows whether it is
 * offline.
 */
function advice(error: unknown): string {
  if (error instanceof RangeError) return `${error.message}: choose a shorter time.`;
  return navigator.onLine ? 'Try again in a moment.' : 'You are offline; try again when the connection is back.';
}
