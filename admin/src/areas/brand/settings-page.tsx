/** Page of the brand's settings, one form. */
import {
  brandSettingsDraft,
  factorRoles,
  getBrandSettings,
  seatHolders,
  updateBrandSettings,
} from '#contract/brand/endpoints.ts';
import { Checkbox, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { roleNames } from '#contract/user/account.ts';
import { TaxNumberField } from '#admin-shared/company/tax-number-field.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Moment } from '#kit/display/moment.tsx';
import { trailWords } from '#kit/form/field-words.ts';
import { type FieldProps, bind } from '#kit/form/bind.ts';
import { FormKeeper } from '#kit/form/form-keeper.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { baselineOf, draftOf } from '#kit/form/values.ts';
import { DetailPage, Facts } from '#kit/record/detail-page.tsx';
import { History } from '#kit/record/history.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { RecordFields } from '#kit/record/record-fields.tsx';

const fields = [
  { title: 'Rights', rows: ['instructorCourses'] },
  { title: 'Courses', rows: ['heldSeats'] },
  { title: 'Broadcasts', rows: [['quietFrom', 'quietUntil']] },
  { title: 'Sign-in', rows: ['secondFactorRoles'] },
  { title: 'Seller', rows: [['sellerName', 'sellerNpwp'], 'sellerAddress', ['bankAccount', 'signatory']] },
  { title: 'Invoices and PPN', rows: ['vat', 'vatRate', 'paperRule'] },
  { title: 'Refunds', rows: ['refundLimit'] },
] as const;

/** Field with a checkbox per choice. */
const checkboxes = (labels: Readonly<Record<string, string>>) =>
  function Checkboxes<Values>(props: FieldProps<Values>) {
    const { value, set, input } = bind(props);
    const { readOnly: _, placeholder: __, ...rest } = input;
    return (
      <Checkbox.Group {...rest} value={value as string[]} onChange={set}>
        <Stack gap="xs" my="xs">
          {Object.entries(labels).map(([choice, label]) => (
            <Checkbox key={choice} value={choice} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  };
const special = {
  secondFactorRoles: checkboxes(Object.fromEntries(factorRoles.map((role) => [role, roleNames[role]]))),
  heldSeats: checkboxes(seatHolders),
  sellerNpwp: TaxNumberField,
};

type Stored = Reply<typeof getBrandSettings>;

export function SettingsPage() {
  const result = useCall(getBrandSettings, {});
  return (
    <Loaded result={result} what="settings" isPage>
      {(stored) => <Settings stored={stored} refetch={result.refetch} />}
    </Loaded>
  );
}

function Settings({ stored, refetch }: { stored: Stored; refetch: () => Promise<Stored | undefined> }) {
  const saving = useAction(updateBrandSettings);
  const form = useEditForm({
    name: 'brand-settings',
    schema: brandSettingsDraft,
    initial: draftOf(brandSettingsDraft, stored),
    version: stored.version,
    latest: async () => baselineOf(brandSettingsDraft, await refetch()),
    save: (body, how) => saving.run({ body }, how),
  });
  const side = (
    <>
      <Facts
        title="Facts"
        facts={[
          [
            'WhatsApp',
            <Link key="whatsapp" to="/broadcast/whatsapp">
              Account and templates
            </Link>,
          ],
          ['Changed', <Moment key="changed" at={stored.updatedAt} />],
        ]}
      />
      <History entity="brand_setting" entityId={stored.id} {...trailWords(brandSettingsDraft)} />
    </>
  );
  return (
    <DetailPage title="Settings" side={side}>
      <RecordFields form={form} fields={fields} special={special} />
      <FormKeeper form={form} />
    </DetailPage>
  );
}
