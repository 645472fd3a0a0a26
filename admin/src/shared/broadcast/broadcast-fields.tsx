/** Fields of a broadcast: layout, the template of WhatsApp with its parameters, and texts of the desk to start from. */
import { Alert, Anchor, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { z } from 'zod';
import { type broadcastDraft, listWhatsAppTemplates } from '#contract/broadcast/endpoints.ts';
import { filledParameters, unknownInBroadcast } from '#contract/broadcast/text.ts';
import { contactChannels } from '#contract/course/risk.ts';
import { deskMessages } from '#contract/order-tracking/templates.ts';
import { useCall } from '#kit/api/use-call.ts';
import { MessagePreview } from '#kit/display/message-preview.tsx';
import { type FieldProps, bind } from '#kit/form/bind.ts';
import type { Special } from '#kit/form/field.tsx';
import { TextAreaField } from '#kit/form/fields.tsx';
import { choicesOf } from '#kit/format/choices.ts';

type Values = z.input<typeof broadcastDraft>;

export const broadcastRows = [['name', 'channel'], 'subject', 'templateId', 'parameters', 'body'] as const;

/** Notice that an operator has to set up WhatsApp first, or that a simulator answers. */
export function WhatsAppState() {
  const { data } = useCall(listWhatsAppTemplates, {});
  if (!data || (!data.setUp && !data.isSimulated)) return null;
  return (
    <Alert color="yellow" title={data.setUp ? 'WhatsApp is not set up' : 'WhatsApp is simulated'}>
      {data.setUp ?? 'Nobody gets a message: the calls go to a simulator.'}
    </Alert>
  );
}

/** Another channel has no template. */
function ChannelField(props: FieldProps<Values>) {
  const { value, input } = bind(props);
  const { placeholder: _, readOnly, ...rest } = input;
  const choose = (channel: string) =>
    !readOnly &&
    props.form.fields.setValues({ channel: channel as Values['channel'], templateId: null, parameters: [] });
  return (
    <NativeSelect
      {...rest}
      data={choicesOf(contactChannels)}
      value={String(value)}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}

const useTemplates = () => useCall(listWhatsAppTemplates, {}).data?.templates ?? [];

/** Approved templates; choosing one makes room for its parameters. */
function TemplateField(props: FieldProps<Values>) {
  const { form } = props;
  const { value, input } = bind(props);
  const { placeholder: _, readOnly, ...rest } = input;
  const templates = useTemplates();
  const choose = (templateId: string) => {
    if (readOnly) return;
    const size = templates.find((one) => one.templateId === templateId)?.parameters ?? 0;
    const typed = form.fields.getValues().parameters ?? [];
    const parameters = Array.from({ length: size }, (__, index) => typed[index] ?? '');
    form.fields.setValues({ templateId: templateId || null, parameters });
  };
  return (
    <Stack gap="md">
      <WhatsAppState />
      <NativeSelect
        {...rest}
        label="Template"
        description={
          <>
            WhatsApp allows a text of your own only to people who wrote within 24 hours. All others get a template that
            it has approved.{' '}
            <Anchor size="xs" renderRoot={(link) => <Link {...link} to="/broadcast/whatsapp" />}>
              Templates
            </Anchor>
          </>
        }
        value={(value as string | null) ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">A text of your own</option>
        {templates.map(({ templateId, name, language, unusable }) => (
          <option key={templateId} value={templateId} disabled={unusable !== null}>
            {name} ({language}){unusable && `: ${unusable}`}
          </option>
        ))}
      </NativeSelect>
    </Stack>
  );
}

/** One field for each parameter, and the text that they make. */
function ParametersField(props: FieldProps<Values>) {
  const { form, name } = props;
  const { field, value, set, input } = bind(props);
  const { templateId } = form.fields.values;
  const template = useTemplates().find((one) => one.templateId === templateId);
  const parameters = (value ?? []) as string[];
  if (!template) return null;
  return (
    <Stack gap="md">
      {parameters.map((parameter, index) => (
        <TextInput
          key={index}
          label={`Parameter {{${index + 1}}}`}
          description={field.hint?.replace(/^.*?\. /, '')}
          data-path={`${name}.${index}`}
          value={parameter}
          readOnly={input.readOnly}
          error={form.fields.errors[`${name}.${index}`] ?? input.error}
          onBlur={() => form.visit(`${name}.${index}`)}
          onChange={({ currentTarget }) => set(parameters.with(index, currentTarget.value))}
        />
      ))}
      <MessagePreview text={filledParameters(template.body, parameters)} />
    </Stack>
  );
}

/** Text of the message, unless a template is it. A mail can start with a text of the desk that has a value for everybody. */
function BodyField(props: FieldProps<Values>) {
  const { form } = props;
  const { channel, templateId, body } = form.fields.values;
  const isMail = channel === 'mail';
  const { data } = useCall(deskMessages, {}, { enabled: isMail });
  const texts = (data?.templates ?? []).filter((one) => unknownInBroadcast(one.body) === undefined);
  if (!isMail && templateId) return null;
  return (
    <Stack gap="md">
      {isMail && texts.length > 0 && (
        <NativeSelect
          label="Start with a template (optional)"
          value={texts.find((one) => one.body === body)?.templateId ?? ''}
          onChange={({ currentTarget }) => {
            const chosen = texts.find((one) => one.templateId === currentTarget.value);
            if (chosen && !form.isLocked) form.fields.setFieldValue('body', chosen.body);
          }}
          data={[{ value: '', label: 'None' }, ...texts.map((one) => ({ value: one.templateId, label: one.name }))]}
        />
      )}
      <TextAreaField {...props} words={{ hint: 'Variables: {nama}, {petugas}.' }} />
    </Stack>
  );
}

export const broadcastSpecial: Special<Values> = {
  channel: ChannelField,
  templateId: TemplateField,
  parameters: ParametersField,
  body: BodyField,
};
