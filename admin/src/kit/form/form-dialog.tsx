/**
 * A dialog with a form of its own. Escape, the cross, a click beside it and Cancel are one way out, and it asks while
 * something is typed.
 */
import type { ReactNode } from 'react';
import { Dialog } from '../feedback/dialog.tsx';
import { EditForm } from './edit-form.tsx';
import type { EditForm as Form } from './use-edit-form.ts';
import { useLeaving } from './use-leaving.ts';

interface Props<Values> {
  form: Form<Values>;
  title: string;
  submitLabel: string;
  close: () => void;
  isWide?: boolean;
  children: ReactNode;
}

export function FormDialog<Values>({ form, title, submitLabel, close, isWide = false, children }: Props<Values>) {
  const { leave, closeOnEscape } = useLeaving(form, close);
  return (
    <Dialog onClose={leave} title={title} size={isWide ? 'lg' : 'md'} closeOnEscape={closeOnEscape}>
      <EditForm form={form} submitLabel={submitLabel} onCancel={leave}>
        {children}
      </EditForm>
    </Dialog>
  );
}
