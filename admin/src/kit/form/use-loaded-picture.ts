/** A picture's address that is typed: it is saved only once the picture has loaded. */
import { useEffect, useEffectEvent, useState } from 'react';
import { imageLink } from '#contract/fields.ts';
import type { Verify } from './use-verifying.ts';

interface Options {
  isPicture: boolean;
  value: string | null;
  /** With the address comes how to find out whether it is one of a picture. */
  set: (address: string | null, verify?: Verify) => Promise<void> | void;
}

/** Typing is over when nothing came for so long. */
const settledMs = 400;
/** Who saves waits for it: a host that never answers has no picture. */
const patienceMs = 10_000;

const refusal = 'No picture loads from this address, so it is not used';

/** What is wrong with an address, '' where its picture loads. */
const troubleWith =
  (address: string, waitMs = settledMs): Verify =>
  (newer) =>
    new Promise((resolve) => {
      const finish = (trouble: string) => {
        clearTimeout(settled);
        clearTimeout(impatient);
        resolve(trouble);
      };
      const settled = setTimeout(() => {
        const wrong = imageLink.safeParse(address).error?.issues[0]?.message;
        if (wrong) return finish(wrong);
        const picture = new Image();
        picture.addEventListener('load', () => finish(''));
        picture.addEventListener('error', () => finish(refusal));
        picture.src = address;
      }, waitMs);
      const impatient = setTimeout(() => finish(refusal), patienceMs);
      newer.addEventListener('abort', () => finish(''));
    });

/**
 * Whether it is known that no picture loads from an address, whoever wrote it; `look` answers when it is known.
 */
export function useBrokenPicture(address: string | null) {
  const [broken, setBroken] = useState<string>();
  const look = async (signal = new AbortController().signal, waitMs = 0): Promise<boolean> => {
    if (!address) return false;
    const isBroken = (await troubleWith(address, waitMs)(signal)) !== '';
    if (!signal.aborted) setBroken(isBroken ? address : undefined);
    return isBroken;
  };
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    const newer = new AbortController();
    void lookNow(newer.signal, settledMs);
    return () => newer.abort();
  }, [address]);
  return { isBroken: !!address && broken === address, look };
}

/** Every other address than the first, which the record came with, is looked at. The form says what is wrong with it. */
export function useLoadedPicture({ isPicture, value, set }: Options) {
  const [looked, setLooked] = useState(value);
  const isChecking = isPicture && !!value && value !== looked;
  const look = useEffectEvent(async (address: string) => {
    await set(address, troubleWith(address));
    setLooked(address);
  });
  useEffect(() => {
    if (isChecking) void look(value);
  }, [value, isChecking]);
  return { typed: value ?? '', isChecking, type: (text: string) => void set(text || null) };
}
