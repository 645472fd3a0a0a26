/**
 * Button that exports all listed rows, in the chosen format if there are several; while the export runs it cancels it,
 * and its progress is shown.
 */
import { Button, Menu } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Export } from './use-export.ts';
import classes from './export-button.module.css';

/** Loaded on demand, to keep it out of the list's bundle. */
const ExportState = lazy(async () => ({ default: (await import('./export-state.tsx')).ExportState }));

interface Props<Input> {
  exporting: Export<Input>;
  of: Input;
  /** Inputs to choose from by label, instead of `of`. */
  formats?: Readonly<Record<string, Input>>;
}

/** One button, so that it keeps the focus and its place. The second click of a double click does not cancel. */
export function ExportButton<Input>({ exporting, of, formats }: Props<Input>) {
  const { progress, start, cancel } = exporting;
  const [isOpen, setOpen] = useState(false);
  const [label, Icon] = progress ? (['Cancel', IconX] as const) : (['Export', IconDownload] as const);
  const button = (
    <Button
      variant="default"
      title={label}
      leftSection={<Icon size={16} />}
      onClick={({ detail }) => {
        if (progress) {
          if (detail < 2) cancel();
        } else if (!formats) start(of);
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className={classes['export']}>
      {progress && (
        <Suspense>
          <ExportState progress={progress} />
        </Suspense>
      )}
      {formats ? (
        // Cancelling does not open the menu.
        <Menu position="bottom-end" opened={isOpen} onChange={(opens) => setOpen(opens && !progress)}>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            {Object.entries(formats).map(([name, input]) => (
              <Menu.Item key={name} onClick={() => start(input)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        button
      )}
    </div>
  );
}
