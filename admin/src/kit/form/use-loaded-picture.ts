/** A picture's address that is typed, and counts only once the picture has loaded. */
import { useEffect, useEffectEvent, useState } from 'react';
import { imageLink } from '#contract/fields.ts';

interface Options {
  isPicture: boolean;
  value: string | null;
  set: (address: string | null) => void;
}

/** Typing is over when nothing came for so long. */
const settledMs = 400;

/**
 * What is typed as an address, apart from what counts: the address of a picture counts once the picture has loaded. Until then
 * `trouble` says why it does not.
 */
export function useLoadedPicture({ isPicture, value, set }: Options) {
  const [typed, setTyped] = useState(value ?? '');
  const [trouble, setTrouble] = useState('');
  const isChecking = isPicture && typed !== (value ?? '') && trouble === '';
  const accept = useEffectEvent(() => set(typed));

  // Another value from outside: an upload, or a record that was read again.
  useEffect(() => {
    setTyped(value ?? '');
    setTrouble('');
  }, [value]);

  useEffect(() => {
    if (!isChecking) return undefined;
    const wrong = imageLink.safeParse(typed).error?.issues[0]?.message;
    const picture = new Image();
    const left = new AbortController();
    const { signal } = left;
    const refuse = () => setTrouble('No picture loads from this address, so it is not used');
    picture.addEventListener('load', () => accept(), { signal });
    picture.addEventListener('error', refuse, { signal });
    const timer = setTimeout(() => {
      if (wrong) setTrouble(wrong);
      else picture.src = typed;
    }, settledMs);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [typed, isChecking]);

  return {
    typed,
    trouble,
    isChecking,
    type: (text: string) => {
      setTyped(text);
      setTrouble('');
      if (!isPicture || text === '') set(text || null);
    },
  };
}
