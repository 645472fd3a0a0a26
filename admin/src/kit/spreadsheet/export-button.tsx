/** Button that exports all listed rows; shows progress and Cancel while the export runs. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { Unavailable } from '../feedback/unavailable.tsx';
import type { Export } from './use-export.ts';

/** Loaded on demand, to keep it out of the list's bundle. */
const ExportState = lazy(async () => ({ default: (await import('./export-state.tsx')).ExportState }));

export function ExportButton<Input>({ exporting, of }: { exporting: Export<Input>; of: Input }) {
  const { progress, start, cancel } = exporting;
  const button = useRef<HTMLButtonElement>(null);
  const stop = () => {
    cancel();
    button.current?.focus();
  };
  return (
    <>
      {progress && (
        <Suspense>
          <ExportState progress={progress} stop={stop} />
        </Suspense>
      )}
      <Unavailable why={progress && 'An export is under way; Cancel ends it'} isShown>
        <Button
          ref={button}
          variant="default"
          title="Export"
          leftSection={<IconDownload size={16} />}
          onClick={() => start(of)}
        >
          Export
        </Button>
      </Unavailable>
    </>
  );
}
