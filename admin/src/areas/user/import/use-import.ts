/** State of an import: its file, columns and answers, and the preview that the server makes of them. */
import type { ImportKind } from '#contract/user/import/columns.ts';
import { maxImportBytes, previewImport, startImport } from '#contract/user/import/endpoints.ts';
import { useFileImport, withColumn } from '#admin-shared/import/use-file-import.ts';

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

export function useImport() {
  const { change, ...work } = useFileImport({
    none: { kind: 'members', ...none },
    preview: previewImport,
    start: startImport,
    maxBytes: maxImportBytes,
    bodyOf,
    isAtStake: ({ answers, columns }) => answers.size > 0 || columns !== undefined,
    lost: 'answers and columns',
    next: ({ batchId }) => ({ to: '/batch/$id', params: { id: batchId } }),
  });
  const { choices, preview } = work;
  return {
    ...work,
    setMails: (mails: boolean) => change({ mails }),
    setKind: (kind: ImportKind) => change({ ...none, kind, file: choices.file }),
    setFile: (file: File | undefined) => change({ ...none, file }),
    setColumn: (place: number, field: string) =>
      change({ columns: withColumn(preview?.columns, place, field), answers: new Map() }),
    answer: (line: number, answer: string) => {
      const answers = new Map(choices.answers);
      if (answer === '') answers.delete(line);
      else answers.set(line, answer);
      change({ answers });
    },
  };
}
export type Import = ReturnType<typeof useImport>;
