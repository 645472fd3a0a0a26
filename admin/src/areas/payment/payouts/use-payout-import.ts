/** State of an import of payouts: gateway, file and columns, the preview, and the start. */
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Gateway } from '#contract/payment/gateways.ts';
import { importPayouts, maxPayoutBytes, previewPayouts } from '#contract/payment/payouts.ts';
import { useFilePreview } from '#admin-shared/import/use-file-preview.ts';
import { useLeaveGuard } from '#admin-shared/import/use-leave-guard.ts';
import { callWithFile } from '#kit/api/call-with-file.ts';
import { useTask } from '#kit/api/use-action.ts';

interface Choices {
  provider: Gateway;
  file: File | undefined;
  /** Field of each column; undefined: as the server recognises them. */
  columns: readonly string[] | undefined;
}

const bodyOf = ({ provider, columns }: Choices) => ({ provider, ...(columns && { columns: columns.join(',') }) });

const useImporting = (choices: Choices) =>
  useTask({
    messages: importPayouts.messages,
    writes: true,
    movesOn: true,
    perform: ({ file, seen }: { file: File; seen: string }) =>
      callWithFile(importPayouts, {
        input: { body: { ...bodyOf(choices), seen } },
        file,
        signal: new AbortController().signal,
      }),
  });

export function usePayoutImport() {
  const [choices, setChoices] = useState<Choices>({ provider: 'midtrans', file: undefined, columns: undefined });
  const navigate = useNavigate();
  const isDone = useRef(false);
  useLeaveGuard(() => choices.columns !== undefined && !isDone.current, 'columns');
  const { read, ...reading } = useFilePreview({
    maxBytes: maxPayoutBytes,
    read: ({ file, ...rest }: Choices & { file: File }, signal) =>
      callWithFile(previewPayouts, { input: { body: bodyOf({ file, ...rest }) }, file, signal }),
  });
  const { run, loading } = useImporting(choices);
  function change(changes: Partial<Choices>): void {
    const next = { ...choices, ...changes };
    setChoices(next);
    void read(next);
  }
  async function start(seen: string): Promise<void> {
    if (!choices.file) return;
    const outcome = await run({ file: choices.file, seen });
    // What is there may have changed: the new preview shows it.
    if (!outcome.ok) return read(choices);
    isDone.current = true;
    return navigate({ to: '/payment/payouts', ignoreBlocker: true });
  }
  return {
    choices,
    ...reading,
    start,
    isStarting: loading,
    setProvider: (provider: Gateway) => change({ provider }),
    setFile: (file: File) => change({ file, columns: undefined }),
    setColumn: (place: number, field: string) =>
      change({
        columns: (reading.preview?.columns ?? []).map((column, index) =>
          index === place ? field : column.field === field ? '' : column.field,
        ),
      }),
  };
}
