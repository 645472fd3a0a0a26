/**
 * A dialog with a form of its own. Escape, the cross, a click beside it and Cancel are one way out, and it asks while
 * something is typed.
 */
import { useState, type ReactNode } from 'react';
import { Dialog } from '../feedback/dialog.tsx';
import { askDiscard } from './ask-discard.ts';
import { EditForm } from './edit-form.tsx';
import type { EditForm as Form } from './use-edit-form.ts';

interface Props<Values> {
  form: Form<Values>;
  title: string;
  submitLabel: string;
  close: () => void;
  isWide?: boolean;
  children: ReactNode;
}

export function FormDialog<Values>({ form, title, submitLabel, close, isWide = false, children }: Props<Values>) {
  const [isAsking, setAsking] = useState(false);
  const leave = async () => {
    setAsking(true);
    const isLeaving = !form.isDirty || (await askDiscard(form, 'Nothing of it is kept.'));
    setAsking(false);
    if (isLeaving) close();
  };
  return (
    <Dialog onClose={() => void leave()} title={title} size={isWide ? 'lg' : 'md'} closeOnEscape={!isAsking}>
      <EditForm form={form} submitLabel={submitLabel} onCancel={() => void leave()}>
        {children}
      </EditForm>
    </Dialog>
  );
}
