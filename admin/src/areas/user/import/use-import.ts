/** State of an import: its file, columns and answers, and the preview that the server makes of them. */
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ImportKind } from '#contract/user/import/columns.ts';
import { maxImportBytes, previewImport, startImport } from '#contract/user/import/endpoints.ts';
import { useFilePreview, withField } from '#admin-shared/import/use-file-preview.ts';
import { useLeaveGuard } from '#admin-shared/import/use-leave-guard.ts';
import { callWithFile } from '#kit/api/call-with-file.ts';
import { useTask } from '#kit/api/use-action.ts';

interface Choices {
  kind: ImportKind;
  file: File | undefined;
  /** Field of each column; undefined: as the server recognises them. */
  columns: readonly string[] | undefined;
  /** Answers to doubtful rows: a person's id, `new` or `skip`, by line. */
  answers: ReadonlyMap<number, string>;
  mails: boolean;
}

const none: Omit<Choices, 'kind'> = { file: undefined, columns: undefined, answers: new Map(), mails: false };

const bodyOf = ({ kind, columns, answers, mails }: Choices) => ({
  kind,
  ...(columns && { columns: columns.join(',') }),
  answers: [...answers].map((answer) => answer.join(':')).join(','),
  mails: mails ? ('true' as const) : ('false' as const),
});

/** Begins the import, and opens its batch; `again` is called if it was refused. */
function useStart(choices: Choices, again: () => Promise<void>) {
  const navigate = useNavigate();
  const isStarted = useRef(false);
  useLeaveGuard(
    () => (choices.answers.size > 0 || choices.columns !== undefined) && !isStarted.current,
    'answers and columns',
  );
  const { run, loading } = useTask({
    messages: startImport.messages,
    writes: true,
    movesOn: true,
    perform: ({ file, seen }: { file: File; seen: string }) =>
      callWithFile(startImport, {
        input: { body: { ...bodyOf(choices), seen } },
        file,
        signal: new AbortController().signal,
      }),
  });
  async function start(seen: string): Promise<void> {
    if (!choices.file) return;
    isStarted.current = true;
    const outcome = await run({ file: choices.file, seen });
    if (outcome.ok) return navigate({ to: '/batch/$id', params: { id: outcome.reply.batchId }, ignoreBlocker: true });
    isStarted.current = false;
    return again();
  }
  return { start, isStarting: loading };
}

export function useImport() {
  const [choices, setChoices] = useState<Choices>({ kind: 'members', ...none });
  const { read, ...reading } = useFilePreview({
    maxBytes: maxImportBytes,
    read: ({ file, ...rest }: Choices & { file: File }, signal) =>
      callWithFile(previewImport, { input: { body: bodyOf({ file, ...rest }) }, file, signal }),
  });
  // What is there may have changed: the new preview shows it.
  const starting = useStart(choices, () => read(choices));
  function change(changes: Partial<Choices>): void {
    const next = { ...choices, ...changes };
    setChoices(next);
    void read(next);
  }
  return {
    choices,
    ...reading,
    ...starting,
    setMails: (mails: boolean) => change({ mails }),
    setKind: (kind: ImportKind) => change({ ...none, kind, file: choices.file }),
    setFile: (file: File | undefined) => change({ ...none, file }),
    setColumn: (place: number, field: string) =>
      change({ columns: withField(reading.preview?.columns ?? [], place, field), answers: new Map() }),
    answer: (line: number, answer: string) => {
      const answers = new Map(choices.answers);
      if (answer === '') answers.delete(line);
      else answers.set(line, answer);
      change({ answers });
    },
  };
}
export type Import = ReturnType<typeof useImport>;
