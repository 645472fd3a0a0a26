/** Downloads the whole filtered set; while it runs, how far it is and the way to stop it. */
import { Button, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import type { ExportProgress } from './export/tracking-workbook.ts';
import type { TrackingFilter } from './filters.ts';
import { useExport } from './use-export.ts';
import classes from './tracking.module.css';

export function ExportButton({ filter }: { filter: TrackingFilter }) {
  const { progress, start, cancel } = useExport();
  const button = useRef<HTMLButtonElement>(null);
  const stop = () => {
    cancel();
    button.current?.focus();
  };
  return (
    <>
      {progress && <ExportState progress={progress} stop={stop} />}
      <Unavailable why={progress && 'An export is under way; Cancel ends it'}>
        <Button ref={button} variant="default" leftSection={<IconDownload size={16} />} onClick={() => start(filter)}>
          Export
        </Button>
      </Unavailable>
    </>
  );
}

function ExportState({ progress: { done, total }, stop }: { progress: ExportProgress; stop: () => void }) {
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
