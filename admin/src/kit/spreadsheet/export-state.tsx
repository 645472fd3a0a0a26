/** Progress of an export beside its button. */
import { Progress } from '@mantine/core';
import { formatNumber } from '../format/formats.ts';
import type { ExportProgress } from './sheet-file.ts';

export function ExportState({ progress: { done, total } }: { progress: ExportProgress }) {
  const words = total > 0 ? `${formatNumber(done)} of ${formatNumber(total)}` : 'Preparing the export';
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0;
  return (
    <>
      <span aria-hidden>{percent}%</span>
      <Progress.Root size={3} transitionDuration={0} title={words}>
        <Progress.Section value={percent} aria-label="Export" />
      </Progress.Root>
    </>
  );
}
