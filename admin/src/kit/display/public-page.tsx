/** Page that people open without sign-in, in Indonesian: one panel with the brand above its content. */
import { Paper, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { brand, tenant } from '../api/tenant.ts';
import classes from './public-page.module.css';

export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} | ${brand}`;
    document.documentElement.lang = 'id';
  }, [title]);
  return (
    <main className={classes['page']}>
      <Paper className={classes['panel'] ?? ''} withBorder>
        <header className={classes['brand']}>
          <img src={`/favicon-${tenant}.svg`} alt="" width={28} height={28} />
          <span>{brand}</span>
        </header>
        {children}
      </Paper>
    </main>
  );
}

export const PublicNotice = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="status">
    <Title order={1} size="h2">
      {title}
    </Title>
    {children}
  </div>
);
