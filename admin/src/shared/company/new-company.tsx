/** Creation of a company where somebody sells to one. */
import { companies, companyDraft } from '#contract/company/endpoints.ts';
import { CreateDialog } from '#kit/form/create-dialog.tsx';

/** Fields of a new company; its contact person is chosen on its page, or is the member of its first order. */
export const newCompanyRows = ['name', ['npwp', 'email'], 'address', 'note'] as const;

interface Props {
  name: string;
  choose: (companyId: string) => void;
  close: () => void;
}

export function NewCompanyDialog({ name, choose, close }: Props) {
  const create = {
    what: 'company',
    draft: companyDraft,
    call: companies.create,
    blank: { name },
    rows: newCompanyRows,
    to: ({ companyId }: { companyId: string }) => `/company/${companyId}`,
    goOn: ({ companyId }: { companyId: string }) => {
      close();
      choose(companyId);
    },
  };
  return <CreateDialog create={create} close={close} />;
}
