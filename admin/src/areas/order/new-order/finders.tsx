/** Search fields for the buyer and for products. */
import { Suspense, lazy, useState } from 'react';
import { type ProductRef, productKey } from '#contract/pricing/purchase.ts';
import { getUserProfile, listUsers } from '#contract/user/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import { focusAfterRender } from '#kit/feedback/focus.ts';
import { Finder, type Option } from '#kit/form/finder.tsx';
import { displayPhone } from '#kit/format/formats.ts';
import { useCompanies, useCompany } from '#admin-shared/company/use-companies.ts';
import { mayCreateMember, personIn } from '#admin-shared/user/typed-person.ts';
import { refOfKey, useProducts } from '#admin-shared/product/use-products.ts';

const NewCompanyDialog = lazy(async () => ({
  default: (await import('#admin-shared/company/new-company.tsx')).NewCompanyDialog,
}));
const NewMemberDialog = lazy(async () => ({
  default: (await import('#admin-shared/user/new-member.tsx')).NewMemberDialog,
}));

const shown = 10;

/** Id of the search field for products. */
export const productFinder = 'product-finder';
const memberFinder = 'member-finder';

const hintOf = ({ email, phoneNumber }: { email: string; phoneNumber: string }) =>
  [email, displayPhone(phoneNumber)].filter(Boolean).join(' · ');

function useMembers(search: string, isOpen: boolean) {
  const query = { search, page: 1, pageSize: shown };
  const { data, error, isPrevious } = useCall(listUsers, { query }, { keepPrevious: true, enabled: isOpen });
  const members = (data?.users ?? []).filter(({ role }) => role === 'member');
  return {
    options: members.map((user): Option => ({ value: user.id, label: user.name, hint: hintOf(user) })),
    isSettled: data !== undefined && !isPrevious,
    error,
  };
}

/** Loads the user of an id. */
export function useMember(userId: string | null) {
  const { data } = useCall(getUserProfile, { params: { id: userId ?? '' } }, { enabled: userId !== null });
  return userId === null ? undefined : data;
}

interface MemberProps {
  userId: string | null;
  choose: (userId: string) => void;
}

export function MemberFinder({ userId, choose }: MemberProps) {
  const member = useMember(userId);
  const [typed, setTyped] = useState<string>();
  const goOn = (id: string) => {
    choose(id);
    const byId = (of: string) => document.querySelector<HTMLElement>(`#${of}`);
    // The closed dialog returns the focus to the member, who is settled.
    focusAfterRender(() => byId(productFinder), byId(memberFinder) ?? undefined);
  };
  const adds = { label: (text: string) => `Create member “${text}”`, run: setTyped };
  return (
    <>
      <Finder
        {...(mayCreateMember() && { adds })}
        id={memberFinder}
        label="Member"
        placeholder="Search name, e-mail or phone"
        description={member ? hintOf(member) : 'Without a member, this is the price for a new member.'}
        nothing="No such member"
        chosen={userId === null ? undefined : { value: userId, label: member?.name ?? '…' }}
        choose={choose}
        useSearch={useMembers}
        isFirst
      />
      {typed !== undefined && (
        <Suspense>
          <NewMemberDialog typed={personIn(typed)} choose={goOn} close={() => setTyped(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface CompanyProps {
  companyId: string | null;
  choose: (companyId: string) => void;
}

export function CompanyFinder({ companyId, choose }: CompanyProps) {
  const company = useCompany(companyId);
  const [typed, setTyped] = useState<string>();
  return (
    <>
      <Finder
        adds={{ label: (text: string) => `Create company “${text}”`, run: setTyped }}
        label="Company (optional)"
        placeholder="Search name, NPWP or e-mail"
        description={
          company
            ? company.email
            : 'A company buys seats, which its people claim; the member is in charge of the order.'
        }
        nothing="No such company"
        chosen={companyId === null ? undefined : { value: companyId, label: company?.name ?? '…' }}
        choose={choose}
        useSearch={useCompanies}
      />
      {typed !== undefined && (
        <Suspense>
          <NewCompanyDialog name={typed} choose={choose} close={() => setTyped(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface ProductProps {
  items: readonly ProductRef[];
  add: (item: ProductRef) => void;
}

export function ProductFinder({ items, add }: ProductProps) {
  const inBasket = new Set(items.map(productKey));
  const useOthers = (search: string, isOpen: boolean) => {
    const { options, ...result } = useProducts(search, isOpen);
    return { ...result, options: options.filter(({ value }) => !inBasket.has(value)) };
  };
  return (
    <Finder
      id={productFinder}
      label="Add a product"
      placeholder="Search courses, learning paths, plans and products"
      nothing="No product has this name"
      keeps={false}
      choose={(key) => add(refOfKey(key))}
      useSearch={useOthers}
    />
  );
}
