/** File picker button. The same file can be picked twice in a row. */
import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Unavailable } from '../feedback/unavailable.tsx';

interface Props extends ButtonProps {
  /** Media types or extensions, in the format of the input's `accept`. */
  accept: string;
  isMultiple?: boolean;
  take: (files: File[]) => void;
  why?: string | false | undefined;
  'aria-label'?: string;
  'data-autofocus'?: boolean;
  autoFocus?: boolean;
  children: ReactNode;
}

export function ChooseFiles({ accept, isMultiple = false, take, why = false, children, ...look }: Props) {
  const forget = useRef<() => void>(null);
  const onChange = (chosen: File | File[] | null) => {
    // Without a reset, picking the same file again fires no change event.
    forget.current?.();
    const files = [chosen ?? []].flat();
    if (files.length > 0) take(files);
  };
  return (
    <FileButton<boolean> multiple={isMultiple} accept={accept} resetRef={forget} onChange={onChange}>
      {(button) => (
        <Unavailable why={why}>
          <Button {...button} {...look}>
            {children}
          </Button>
        </Unavailable>
      )}
    </FileButton>
  );
}
