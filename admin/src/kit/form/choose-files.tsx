/** Files from the user: chosen with a button, dropped or pasted, and the text of one. */
import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type ReactNode, useRef, type ClipboardEvent, type DragEvent, useState } from 'react';
import { decodeText } from '#contract/kernel/decode-text.ts';
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

/** Reads a text file in UTF-8 or UTF-16, else in Windows-1252 as older programs write it. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return decodeText(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

/**
 * Props to spread on the element that takes dropped or pasted files; dropped or pasted text is left to the fields.
 * `data-over` is set while files are dragged over it.
 */
export function useFileDrop(take: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const takeFrom = (event: DragEvent | ClipboardEvent, { files }: DataTransfer) => {
    if (files.length === 0) return;
    event.preventDefault();
    take([...files]);
  };
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      takeFrom(event, event.dataTransfer);
    },
    onPaste: (event: ClipboardEvent) => takeFrom(event, event.clipboardData),
  };
}
