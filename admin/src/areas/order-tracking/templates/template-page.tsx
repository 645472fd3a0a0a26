/** Page of one template: its form, and a preview of the message. */
import { Text } from '@mantine/core';
import { deskTemplates, templateUses } from '#contract/order-tracking/templates.ts';
import { filledTemplate, unknownVariables } from '#contract/order-tracking/template-text.ts';
import { MessagePreview } from '#kit/display/message-preview.tsx';
import type { FieldProps } from '#kit/form/bind.ts';
import { TextAreaField } from '#kit/form/fields.tsx';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { UseBadge } from './use-badge.tsx';

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
          <Text size="sm" mt="sm" mb={4}>
            Preview
          </Text>
          <MessagePreview text={filledTemplate(body, sample)} />
        </>
      )}
    </div>
  );
}

const groups = [{ title: 'Template', rows: ['name', 'status', 'body', 'followUpHours'] }] as const;

export const TemplatePage = () => (
  <RecordPage
    record={useRecordForm(deskTemplates)}
    list="/order/tracking/templates"
    badge={UseBadge}
    deletion={() => 'orders keep the name of the template that was sent.'}
    fields={groups}
    special={{ body: BodyField }}
    facts={({ status }) => [['For orders that are', templateUses[status]]]}
  />
);
TemplatePage.reads = deskTemplates.get;
