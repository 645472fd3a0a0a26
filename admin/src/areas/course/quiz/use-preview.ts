/** Has the server parse a file of questions: the result, or why it cannot be parsed. */
import { useEffect, useRef, useState } from 'react';
import {
  type ImportPreview,
  maxImportBytes,
  importSizeLimit,
  previewQuestions,
} from '#contract/course/question-exchange/endpoints.ts';
import { asApiError } from '#kit/api/api-error.ts';
import { callWithFile } from '#kit/api/call-with-file.ts';

export interface Preview {
  /** Name of the file; pasted text has none. */
  name: string;
  isReading: boolean;
  answer?: ImportPreview;
  /** Why parsing failed. */
  failure?: string;
}

/** `read` cancels an earlier parse; the result is undefined before the first. */
export function usePreview(quizId: string) {
  const [preview, setPreview] = useState<Preview>();
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);

  async function read(file: File): Promise<void> {
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    const { name } = file;
    if (file.size === 0) return setPreview({ name, isReading: false, failure: 'This file is empty.' });
    if (file.size > maxImportBytes)
      return setPreview({ name, isReading: false, failure: `This file is too large: ${importSizeLimit}.` });
    setPreview({ name, isReading: true });
    try {
      const answer = await callWithFile(previewQuestions, { input: { params: { id: quizId } }, file, signal });
      setPreview({ name, isReading: false, answer });
    } catch (error) {
      if (!signal.aborted) setPreview({ name, isReading: false, failure: asApiError(error).message });
    }
  }

  function clear(): void {
    reading.current?.abort();
    setPreview(undefined);
  }
  return { preview, read, clear };
}
