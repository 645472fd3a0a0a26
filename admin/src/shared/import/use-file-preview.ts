/** Preview that the server makes of a file to import, with the choices beside it. */
import { useEffect, useRef, useState } from 'react';
import { asApiError } from '#kit/api/api-error.ts';

/** Fields of a file's columns in order, as somebody chose them; undefined: as the server recognises them. */
type ChosenColumns = readonly string[] | undefined;
/** Preview of a file with the fields of its columns. */
export interface WithColumns {
  columns: readonly { field: string }[];
}

interface Options<Choices, Preview> {
  /** Upper limit of the file in bytes. */
  maxBytes: number;
  read: (choices: Choices & { file: File }, signal: AbortSignal) => Promise<Preview>;
}

/** Has the server compare a file with what is there; an earlier comparison is cancelled. */
export function useFilePreview<
  Choices extends { file: File | undefined; columns: ChosenColumns },
  Preview extends WithColumns,
>({ maxBytes, read: ask }: Options<Choices, Preview>) {
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState('');
  const [isReading, setReading] = useState(false);
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);
  async function read(choices: Choices): Promise<void> {
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    const { file, columns } = choices;
    setFailure('');
    setReading(file !== undefined);
    if (!file) return setPreview(undefined);
    // At once: another column may be chosen before the answer.
    if (columns)
      setPreview(
        (shown) =>
          shown && { ...shown, columns: shown.columns.map((one, at) => ({ ...one, field: columns[at] ?? '' })) },
      );
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
