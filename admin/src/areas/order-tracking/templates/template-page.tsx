/** Page of one template: its form, and a preview of the message. */
import { deskTemplates } from '#contract/order-tracking/templates.ts';
import { type OrderStatus, orderStatusLabels } from '#contract/order/status.ts';
import { filledTemplate, unknownVariables } from '#contract/order-tracking/template-text.ts';
import type { FieldProps } from '#kit/form/bind.ts';
import { TextAreaField } from '#kit/form/fields.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import classes from '../desk/desk.module.css';

/** Sample order of the preview. */
const sample = {
  nama: 'Siti Rahma',
  invoice: 'k3Jq9XvTbL2mZ8aWc1Yd',
  kursus: 'Belajar Go dari Nol',
  tanggal: '24 Nov 2026',
  petugas: 'Dewi',
  tautan: 'https://app.midtrans.com/snap/v4/redirection/8f2c',
};

function BodyField<Values extends { body: string }>(props: FieldProps<Values>) {
  const { body } = props.form.fields.values;
  const isWhole = unknownVariables(body).length === 0;
  return (
    <div>
      <TextAreaField {...props} />
      {isWhole && body.trim() && (
        <>
          <p className={`${classes['head']} ${classes['above']}`}>Preview</p>
          <p className={classes['preview']} data-preview aria-live="polite">
            {filledTemplate(body, sample)}
          </p>
        </>
      )}
    </div>
  );
}

const StatusBadge = ({ status }: { status: OrderStatus }) => <OrderStatusBadge status={status} />;

const groups = [{ title: 'Template', rows: ['name', 'status', 'body', 'followUpHours'] }] as const;

export const TemplatePage = () => (
  <RecordPage
    record={useRecordForm(deskTemplates)}
    list="/order/tracking/templates"
    badge={StatusBadge}
    deletion={() => 'orders keep the name of the template that was sent.'}
    fields={groups}
    special={{ body: BodyField }}
    facts={({ status }) => [['For orders that are', orderStatusLabels[status]]]}
  />
);
TemplatePage.reads = deskTemplates.get;
