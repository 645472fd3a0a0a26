/** Button that copies one text per selected row, one per line without duplicates, and reports the number. */
import { Button } from '@mantine/core';
import { useTask } from '../api/use-action.ts';
import { counted } from '../format/formats.ts';
import type { Selection } from './use-selection.ts';

interface Props<Row> {
  selection: Selection<Row>;
  /** Singular and plural noun of the text: "e-mail", "e-mails". */
  one: string;
  many: string;
  /** Text of a row; '' if it has none. */
  textOf: (row: Row) => string;
  /** Singular and plural noun of the rows: "person", "people". */
  rows: readonly [one: string, many: string];
}

export function CopySelected<Row>({ selection, one, many, textOf, rows }: Props<Row>) {
  const all = [...selection.selected.values()].map(textOf);
  const texts = all.filter(Boolean);
  const different = [...new Set(texts)];
  const without = all.length - texts.length;
  const rest = without > 0 ? `; ${counted(without, ...rows)} without one` : '';
  const copying = useTask<void, void>({
    messages: { ok: `Copied ${counted(different.length, one, many)}${rest}`, fail: `No ${one} was copied` },
    perform: () => navigator.clipboard.writeText(different.join('\n')),
  });
  if (texts.length === 0) return null;
  return (
    <Button size="xs" variant="default" onClick={() => void copying.run()}>
      Copy {many}
    </Button>
  );
}
