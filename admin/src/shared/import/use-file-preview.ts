/** Preview that the server makes of a file to import, with the choices beside it. */
import { useEffect, useRef, useState } from 'react';
import { asApiError } from '#kit/api/api-error.ts';

interface Options<Choices, Preview> {
  /** Upper limit of the file in bytes. */
  maxBytes: number;
  read: (choices: Choices & { file: File }, signal: AbortSignal) => Promise<Preview>;
}

/** Has the server compare a file with what is there; an earlier comparison is cancelled. */
export function useFilePreview<Choices extends { file: File | undefined }, Preview>({
  maxBytes,
  read: ask,
}: Options<Choices, Preview>) {
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState('');
  const [isReading, setReading] = useState(false);
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);
  async function read(choices: Choices): Promise<void> {
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    const { file } = choices;
    setFailure('');
    setReading(file !== undefined);
    if (!file) return setPreview(undefined);
    try {
      if (file.size > maxBytes) throw new Error(`This file is too large: at most ${maxBytes / 1024 / 1024} MB.`);
      setPreview(await ask({ ...choices, file }, signal));
    } catch (error) {
      if (signal.aborted) return;
      setPreview(undefined);
      setFailure(error instanceof Error ? error.message : asApiError(error).message);
    }
    if (!signal.aborted) setReading(false);
  }
  return { preview, failure, isReading, read };
}
