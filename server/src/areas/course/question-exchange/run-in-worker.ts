/** Reads and writes files of questions in a thread. */
import type { QuizType } from '#contract/course/quiz/endpoints.ts';
import { runInThread } from '#platform/thread.ts';
import type { FileFormat, FilePreview } from './service.ts';
import type { StoredQuestion } from './read-result.ts';

export type WorkerTask =
  | { kind: QuizType; file: Uint8Array }
  | { format: FileFormat; questions: readonly StoredQuestion[] };

const runInWorker = (task: WorkerTask) => runInThread(new URL('./worker.ts', import.meta.url), task);

/** Preview of a file. @throws HttpError 400 for malicious or too expensive files; 503 when too many requests wait */
export const previewInWorker = async (file: Uint8Array, kind: QuizType): Promise<FilePreview> =>
  (await runInWorker({ kind, file: new Uint8Array(file) })) as FilePreview;

/** File of questions in base64. */
export const encodeInWorker = async (format: FileFormat, questions: readonly StoredQuestion[]): Promise<string> =>
  (await runInWorker({ format, questions })) as string;
