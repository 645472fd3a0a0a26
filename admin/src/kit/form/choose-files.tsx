/** A button that lets files be chosen, the same ones again too. */
import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Unavailable } from '../feedback/unavailable.tsx';

interface Props extends ButtonProps {
  /** Media types or endings, as the input takes them. */
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
    // Else the same file could not be chosen again.
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
