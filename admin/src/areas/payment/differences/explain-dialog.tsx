/** Dialog that marks differences as explained, with the reason. */
import { z } from 'zod';
import { batches } from '#contract/batch/starts.ts';
import { explanation } from '#contract/payment/differences.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { counted } from '#kit/format/formats.ts';

const draft = z.object({ explanation });

interface Props {
  ids: readonly string[];
  close: () => void;
  done: () => void;
}

export function ExplainDialog({ ids, close, done }: Props) {
  const { run } = useAction(batches.differenceMarks.start, {
    messages: { ok: 'Explained: {done}', fail: 'Nothing was marked' },
  });
  const form = useEditForm({
    name: 'difference/explanation',
    schema: draft,
    initial: { explanation: '' },
    save: (values, how) => run({ body: { ids: [...ids], expected: ids.length, value: 'explained', ...values } }, how),
    onSaved: () => {
      close();
      done();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Explain ${counted(ids.length, 'difference', 'differences')}`}
      submitLabel="Mark as explained"
      close={close}
    >
      <Rows form={form} rows={['explanation']} />
    </FormDialog>
  );
}
