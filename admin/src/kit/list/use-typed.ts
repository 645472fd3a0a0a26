/** A search field that waits until the typing pauses. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { ChangeList } from './use-list-state.ts';

interface Typed {
  typed: string;
  type: (text: string) => void;
  /** Puts what is typed in force now. */
  flush: () => void;
}

interface Manner {
  /** Texts that come into force while they are typed, as they are; others wait for `flush`. Absent: all do, trimmed. */
  isWhole?: (text: string) => boolean;
}

/**
 * What is typed for the query parameter `name` is apart from what is in force, which follows when the typing pauses
 * (domain.md, Routes).
 */
export function useTyped(name: string, inForce: string, change: ChangeList, { isWhole }: Manner = {}): Typed {
  const [typed, setTyped] = useState(inForce);
  /** What this field has sent and not seen come into force yet, from what is in force on. */
  const sent = useRef([inForce]);
  const send = (text: string) => {
    const wanted = isWhole ? text : text.trim();
    if (wanted === sent.current.at(-1)) return;
    sent.current.push(wanted);
    change({ [name]: wanted }, true);
  };
  const apply = useDebouncedCallback((text: string) => {
    if (!isWhole || text === '' || isWhole(text)) send(text);
  }, 250);
  useEffect(() => {
    const own = sent.current.indexOf(inForce);
    if (own >= 0) {
      sent.current.splice(0, own);
      return;
    }
    // The back button, a cleared filter: the field follows what it did not send itself.
    sent.current = [inForce];
    setTyped(inForce);
  }, [inForce]);
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
