/**
 * State of an overlay that is rendered with its first use. Mantine returns the focus only from what it saw closed before,
 * so it opens after the first render.
 */
import { useEffect, useState } from 'react';

export function useOpened(isOpen: boolean): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(isOpen), [isOpen]);
  return opened;
}
