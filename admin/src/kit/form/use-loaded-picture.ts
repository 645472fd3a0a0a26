/** Verification of a typed image URL: it is used only once the image has loaded. */
import { useEffect, useEffectEvent, useState } from 'react';
import { imageLink } from '#contract/kernel/fields.ts';
import type { Verify } from './use-ruled-fields.ts';

interface Options {
  isPicture: boolean;
  value: string | null;
  /** `verify` checks the URL by loading the image. */
  set: (address: string | null, verify?: Verify) => Promise<void> | void;
}

/** Debounce while typing. */
const debounceMs = 400;
/** Timeout, because saving waits for the result. */
const timeoutMs = 10_000;

const refusal = 'No picture loads from this address, so it is not used';

/** Resolves to the error of an image URL, '' if the image loads. */
const verifyPicture =
  (address: string, waitMs = debounceMs): Verify =>
  (newer) =>
    new Promise((resolve) => {
      const finish = (trouble: string) => {
        clearTimeout(debounce);
        clearTimeout(timeout);
        resolve(trouble);
      };
      const debounce = setTimeout(() => {
        const wrong = imageLink.safeParse(address).error?.issues[0]?.message;
        if (wrong) return finish(wrong);
        const picture = new Image();
        picture.addEventListener('load', () => finish(''));
        picture.addEventListener('error', () => finish(refusal));
        picture.src = address;
      }, waitMs);
      const timeout = setTimeout(() => finish(refusal), timeoutMs);
      newer.addEventListener('abort', () => finish(''));
    });

/** Whether the image of a URL is known not to load; `check` checks it now and resolves to the result. */
export function useBrokenPicture(address: string | null) {
  const [broken, setBroken] = useState<string>();
  const check = async (signal = new AbortController().signal, waitMs = 0): Promise<boolean> => {
    if (!address) return false;
    const isBroken = (await verifyPicture(address, waitMs)(signal)) !== '';
    if (!signal.aborted) setBroken(isBroken ? address : undefined);
    return isBroken;
  };
  const checkNow = useEffectEvent(check);
  useEffect(() => {
    const newer = new AbortController();
    void checkNow(newer.signal, debounceMs);
    return () => newer.abort();
  }, [address]);
  return { isBroken: !!address && broken === address, check };
}

/** Checks every URL except the initial one of the record. The form shows the error. */
export function useLoadedPicture({ isPicture, value, set }: Options) {
  const [checked, setLooked] = useState(value);
  const isChecking = isPicture && !!value && value !== checked;
  const check = useEffectEvent(async (address: string) => {
    await set(address, verifyPicture(address));
    setLooked(address);
  });
  useEffect(() => {
    if (isChecking) void check(value);
  }, [value, isChecking]);
  return { typed: value ?? '', isChecking, type: (text: string) => void set(text || null) };
}
