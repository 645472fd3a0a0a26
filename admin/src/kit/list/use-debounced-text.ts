/** Debounced text of a search field. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { ChangeList } from './use-list-state.ts';

interface Typed {
  typed: string;
  type: (text: string) => void;
  /** Applies the typed text now. */
  flush: () => void;
}

interface Options {
  /** Texts that are applied while typing, untrimmed; others wait for `flush`. Absent: all are applied, trimmed. */
  isWhole?: (text: string) => boolean;
}

/**
 * Keeps the typed text of the query parameter `name` apart from the applied one, which follows after a pause
 * (domain.md, Routes).
 */
export function useDebouncedText(name: string, applied: string, change: ChangeList, { isWhole }: Options = {}): Typed {
  const [typed, setTyped] = useState(applied);
  /** Values that this field has sent and that are not applied yet, starting with the applied one. */
  const sent = useRef([applied]);
  const send = (text: string) => {
    const next = isWhole ? text : text.trim();
    if (next === sent.current.at(-1)) return;
    sent.current.push(next);
    change({ [name]: next }, true);
  };
  const apply = useDebouncedCallback((text: string) => {
    if (!isWhole || text === '' || isWhole(text)) send(text);
  }, 250);
  useEffect(() => {
    const sentIndex = sent.current.indexOf(applied);
    if (sentIndex >= 0) {
      sent.current.splice(0, sentIndex);
      return;
    }
    // The value changed elsewhere (back button, cleared filter): the field takes it over.
    sent.current = [applied];
    setTyped(applied);
  }, [applied]);
  return {
    typed,
    type: (text) => {
      setTyped(text);
      apply(text);
    },
    flush: () => {
      apply.cancel();
      send(typed);
    },
  };
}
