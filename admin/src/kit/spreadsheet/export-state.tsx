/** Progress of an export, with a button to cancel it. */
import { Button, Progress } from '@mantine/core';
import { formatNumber } from '../format/formats.ts';
import type { ExportProgress } from './sheet-file.ts';
import classes from './export-state.module.css';

export function ExportState({ progress: { done, total }, stop }: { progress: ExportProgress; stop: () => void }) {
  const words = total > 0 ? `${formatNumber(done)} of ${formatNumber(total)}` : 'Preparing the export';
  return (
    <div className={classes['export']}>
      <div>
        <span>{words}</span>
        <Progress.Root size="sm" transitionDuration={0}>
          <Progress.Section value={total > 0 ? (done / total) * 100 : 0} aria-label="Export" aria-valuetext={words} />
        </Progress.Root>
      </div>
      <Button variant="default" onClick={stop}>
        Cancel
      </Button>
    </div>
  );
}
