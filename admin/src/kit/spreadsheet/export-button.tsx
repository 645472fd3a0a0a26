/** Button that exports all listed rows; while the export runs it cancels it, and its progress is shown. */
import { Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { Export } from './use-export.ts';
import classes from './export-button.module.css';

/** Loaded on demand, to keep it out of the list's bundle. */
const ExportState = lazy(async () => ({ default: (await import('./export-state.tsx')).ExportState }));

/** One button, so that it keeps the focus and its place. The second click of a double click does not cancel. */
export function ExportButton<Input>({ exporting, of }: { exporting: Export<Input>; of: Input }) {
  const { progress, start, cancel } = exporting;
  const [label, Icon] = progress ? (['Cancel', IconX] as const) : (['Export', IconDownload] as const);
  return (
    <div className={classes['export']}>
      {progress && (
        <Suspense>
          <ExportState progress={progress} />
        </Suspense>
      )}
      <Button
        variant="default"
        title={label}
        leftSection={<Icon size={16} />}
        onClick={({ detail }) => {
          if (!progress) start(of);
          else if (detail < 2) cancel();
        }}
      >
        {label}
      </Button>
    </div>
  );
}
