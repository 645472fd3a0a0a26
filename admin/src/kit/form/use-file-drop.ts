/** Files dropped on or pasted into an element. Dropped or pasted text is left to the fields. */
import { type ClipboardEvent, type DragEvent, useState } from 'react';

/** Props to spread on the element; `data-over` is set while files are dragged over it. */
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
