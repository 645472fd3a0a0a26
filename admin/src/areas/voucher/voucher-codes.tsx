/** Single-use codes of a voucher: generate in bulk, export as a spreadsheet, see which are used. */
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { codesDraft, codeTail, listCodes, makeCodes, removeUnusedCodes } from '#contract/voucher/codes.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import type { Column } from '#kit/list/column.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { RowsOf } from '#kit/record/related-list.tsx';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { useExport } from '#kit/spreadsheet/use-export.ts';
import type { Voucher } from './voucher-kinds.ts';

type Code = RowOf<typeof listCodes, 'codes'>;

const columns: readonly Column<Code>[] = [
  { label: 'Code', cell: ({ code }) => code, copies: ['code', ({ code }) => code], width: 240 },
  {
    label: 'Order',
    cell: ({ use }) =>
      use ? (
        <Link to="/order/$id" params={{ id: use.orderId }}>
          {use.invoiceNumber}
        </Link>
      ) : (
        'Not used yet'
      ),
  },
  {
    label: 'Member',
    cell: ({ use }) =>
      use ? (
        <Link to="/user/$id" params={{ id: use.user.id }}>
          {use.user.name}
        </Link>
      ) : (
        '–'
      ),
  },
  { label: 'Used', cell: ({ use }) => (use ? <Moment at={use.redeemedAt} /> : '–'), align: 'right', width: 130 },
];

const byUse = {
  name: 'isUsed',
  label: 'Use',
  options: [
    { value: 'true', label: 'Used' },
    { value: 'false', label: 'Not used yet' },
  ],
};
const rowKey = ({ code }: Code) => code;

function MakeDialog({ voucher, close }: { voucher: Voucher; close: () => void }) {
  const make = useAction(makeCodes);
  const form = useEditForm({
    name: `codes/${voucher.voucherId}`,
    schema: codesDraft,
    initial: { prefix: voucher.code.slice(0, 20 - codeTail), count: 100 },
    save: (body, how) => make.run({ params: { id: voucher.voucherId }, body }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title="Codes in bulk" submitLabel="Make codes" close={close}>
      <Rows form={form} rows={['count', 'prefix']} />
    </FormDialog>
  );
}

function useCodesExport() {
  return useExport({
    what: 'codes',
    messages: { preferServer: true },
    authorize: (voucher: Voucher) => Promise.resolve(voucher),
    write: async (voucher, _, work) => (await import('./codes-workbook.ts')).codesWorkbook(voucher, work),
  });
}

function Actions({ voucher, begin }: { voucher: Voucher; begin: () => void }) {
  const remove = useAction(removeUnusedCodes);
  const ask = async () => {
    const isSure = await confirm({
      title: 'Delete the unused codes?',
      text: `Delete: people who were given one can no longer use it. Codes that an order used stay, and so does ${voucher.code}.`,
      action: 'Delete unused codes',
      isDestructive: true,
    });
    if (isSure) await remove.run({ params: { id: voucher.voucherId } });
  };
  return (
    <Group gap="xs">
      <Button variant="default" onClick={begin}>
        Make codes
      </Button>
      <ExportButton exporting={useCodesExport()} of={voucher} />
      <Button variant="default" color="red" onClick={() => void ask()}>
        Delete unused
      </Button>
    </Group>
  );
}

export function VoucherCodes({ record: voucher }: { record: Voucher }) {
  const [isMaking, setMaking] = useState(false);
  const begin = () => setMaking(true);
  return (
    <>
      <RowsOf
        title="Codes"
        call={listCodes}
        rows="codes"
        id={voucher.voucherId}
        columns={columns}
        rowKey={rowKey}
        search="Search codes"
        filters={[byUse]}
        actions={<Actions voucher={voucher} begin={begin} />}
        empty={{
          title: 'No codes in bulk',
          text: `${voucher.code} is one code for everyone. Codes in bulk are each good for one order: print them, or send one to each person.`,
          action: <Button onClick={begin}>Make codes</Button>,
        }}
        nothing={{ title: 'No such code', text: 'No code of this voucher matches. Try another search or filter.' }}
      />
      {isMaking && <MakeDialog voucher={voucher} close={() => setMaking(false)} />}
    </>
  );
}
