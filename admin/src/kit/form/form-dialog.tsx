/** Dialog with a form. Escape, the close button, a click outside and Cancel all ask before unsaved values are lost. */
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
  isDestructive?: boolean;
  children: ReactNode;
}

export function FormDialog<Values>({
  form,
  title,
  submitLabel,
  close,
  isWide = false,
  isDestructive = false,
  children,
}: Props<Values>) {
  const { leave, closeOnEscape } = useLeaving(form, close);
  return (
    <Dialog onClose={leave} title={title} size={isWide ? 'lg' : 'md'} closeOnEscape={closeOnEscape}>
      <EditForm form={form} submitLabel={submitLabel} isDestructive={isDestructive} onCancel={leave}>
        {children}
      </EditForm>
    </Dialog>
  );
}
