/** Button that exports all listed rows, in the chosen format if there are several; shows progress and Cancel meanwhile. */
import { Button, type ButtonProps, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ComponentProps, lazy, Suspense, useRef } from 'react';
import { Unavailable } from '../feedback/unavailable.tsx';
import type { Export } from './use-export.ts';

/** Loaded on demand, to keep it out of the list's bundle. */
const ExportState = lazy(async () => ({ default: (await import('./export-state.tsx')).ExportState }));

type TargetProps = ButtonProps & Pick<ComponentProps<'button'>, 'ref' | 'onClick'> & { isRunning: boolean };

const Target = ({ isRunning, ...props }: TargetProps) => (
  <Unavailable why={isRunning && 'An export is under way; Cancel ends it'} isShown>
    <Button variant="default" title="Export" leftSection={<IconDownload size={16} />} {...props}>
      Export
    </Button>
  </Unavailable>
);

interface Props<Input> {
  exporting: Export<Input>;
  /** What is exported, or a choice of it by label. */
  of: Input;
  formats?: Readonly<Record<string, Input>>;
}

export function ExportButton<Input>({ exporting, of, formats }: Props<Input>) {
  const { progress, start, cancel } = exporting;
  const button = useRef<HTMLButtonElement>(null);
  const stop = () => {
    cancel();
    button.current?.focus();
  };
  const target = { ref: button, isRunning: progress !== undefined };
  return (
    <>
      {progress && (
        <Suspense>
          <ExportState progress={progress} stop={stop} />
        </Suspense>
      )}
      {formats ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Target {...target} />
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries(formats).map(([label, input]) => (
              <Menu.Item key={label} onClick={() => start(input)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Target {...target} onClick={() => start(of)} />
      )}
    </>
  );
}
