/** Panel in the middle of a page without sign-in, with the brand's sign. */
import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { tenant } from '#kit/api/tenant.ts';
import classes from './sign-in.module.css';

interface Props {
  title: string;
  children: ReactNode;
  /** Content below the panel. */
  below?: ReactNode;
}

export const PublicPanel = ({ title, children, below }: Props) => (
  <main className={classes['page']}>
    <Paper className={classes['panel'] ?? ''} withBorder>
      <img src={`/favicon-${tenant}.svg`} alt="" width={36} height={36} />
      <Title order={1} mt="md" mb={4}>
        {title}
      </Title>
      {children}
    </Paper>
    {below}
  </main>
);
