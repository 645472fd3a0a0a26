/** Redirects from an e-mail address to its user, or to the search list if there is none. */
import { Navigate, useSearch } from '@tanstack/react-router';
import { listUsers } from '#contract/user/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { Skeleton } from '@mantine/core';

export function UserOfPage() {
  const email = useSearch({ strict: false, select: (search: { email?: string }) => search.email ?? '' });
  const result = useCall(listUsers, { query: { search: email, page: 1, pageSize: 5 } });
  return (
    <Loaded result={result} what="user" skeleton={<Skeleton h={36} w={240} />} isPage>
      {({ users }) => {
        const match = users.find((user) => user.email.toLowerCase() === email.trim().toLowerCase());
        return match ? (
          <Navigate to="/user/$id" params={{ id: match.id }} replace />
        ) : (
          <Navigate to="/user" search={{ search: email }} replace />
        );
      }}
    </Loaded>
  );
}
