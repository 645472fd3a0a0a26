/** State of an import: its file and choices, the preview that the server makes of them, and the start. */
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { CallInput, Endpoint, Reply } from '#contract/kernel/endpoint.ts';
import { callWithFile } from '#kit/api/call-with-file.ts';
import { useTask } from '#kit/api/use-action.ts';
import { type WithColumns, useFilePreview } from './use-file-preview.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

interface FileChoices {
  file: File | undefined;
  /** Field of each column; undefined: as the server recognises them. */
  columns: readonly string[] | undefined;
}

interface FileImport<Choices, P, S> {
  none: Choices;
  preview: P;
  start: S;
  maxBytes: number;
  /** Form of both calls. */
  bodyOf: (choices: Choices) => object;
  /** Whether leaving loses what a person decided, such as the columns; `lost` names it. */
  isAtStake: (choices: Choices) => boolean;
  lost: string;
  /** Page to go on to once the import has begun. */
  next: (reply: Reply<S>) => { to: string; params?: { id: string } };
}

const useStart = <Choices, P, S extends Endpoint>({ start, bodyOf }: FileImport<Choices, P, S>, choices: Choices) =>
  useTask({
    messages: start.messages,
    writes: true,
    movesOn: true,
    perform: ({ file, seen }: { file: File; seen: string }) =>
      callWithFile(start, {
        input: { body: { ...bodyOf(choices), seen } } as CallInput<S>,
        file,
        signal: new AbortController().signal,
      }),
  });

/** Previews the file again with each change, and starts exactly what the preview shows. */
export function useFileImport<Choices extends FileChoices, P extends Endpoint, S extends Endpoint>(
  of: FileImport<Choices, P, S>,
) {
  const [choices, setChoices] = useState(of.none);
  const navigate = useNavigate();
  const isStarted = useRef(false);
  useLeaveGuard(() => of.isAtStake(choices) && !isStarted.current, of.lost);
  const { read, ...reading } = useFilePreview<Choices, Reply<P> & WithColumns>({
    maxBytes: of.maxBytes,
    read: ({ file, ...rest }, signal) =>
      callWithFile(of.preview, {
        input: { body: of.bodyOf({ file, ...rest } as Choices) } as CallInput<P>,
        file,
        signal,
      }) as Promise<Reply<P> & WithColumns>,
  });
  const { run, loading } = useStart(of, choices);
  function change(changes: Partial<Choices>): void {
    const next = { ...choices, ...changes };
    setChoices(next);
    void read(next);
  }
  async function start(seen: string): Promise<void> {
    if (!choices.file) return;
    isStarted.current = true;
    const outcome = await run({ file: choices.file, seen });
    if (outcome.ok) return navigate({ ...of.next(outcome.reply), ignoreBlocker: true });
    isStarted.current = false;
    // What is there may have changed: the new preview shows it.
    return read(choices);
  }
  return { choices, ...reading, change, start, isStarting: loading };
}

/** Fields of the columns after one got another: a field has one column. */
export const withColumn = (columns: WithColumns['columns'] | undefined, place: number, field: string): string[] =>
  (columns ?? []).map((column, at) => (at === place ? field : column.field === field ? '' : column.field));
