/** File of an import: chosen or dropped, with its name once it is there. */
import { Group, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChooseFiles, useFileDrop } from '#kit/form/choose-files.tsx';
import classes from './import-file.module.css';

interface Props {
  file: File | undefined;
  take: (file: File) => void;
  isReading: boolean;
  /** Words about the file, after “or drop it here: ”. */
  hint: string;
  /** Kinds of files. */
  accept?: string;
  /** Choices above it. */
  children?: ReactNode;
}

export function ChooseFile({ file, take, isReading, hint, accept = '.csv,.xlsx', children }: Props) {
  const takeFirst = ([chosen]: File[]) => {
    if (chosen) take(chosen);
  };
  const drop = useFileDrop(takeFirst);
  return (
    <div className={classes['source']} {...drop}>
      {children}
      <Group gap="xs">
        <ChooseFiles accept={accept} take={takeFirst} variant="default" autoFocus>
          {file ? 'Choose another file' : 'Choose a file'}
        </ChooseFiles>
        {file ? (
          <Text size="sm" fw={600} className={classes['name']}>
            {file.name}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            or drop it here: {hint}
          </Text>
        )}
        {isReading && <Loader size="xs" aria-label="Reading" />}
      </Group>
    </div>
  );
}
