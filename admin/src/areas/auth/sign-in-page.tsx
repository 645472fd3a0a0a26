/** Sign-in page (spec §2, §4–§6). */
import { Paper, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { takeReturnPath } from '#kit/api/return-path.ts';
import { brand, isDemo, tenant } from '#kit/api/tenant.ts';
import { DemoUsers } from './demo-users.tsx';
import { SignInFields, useSignIn } from './sign-in-fields.tsx';
import classes from './sign-in.module.css';

export function SignInPage() {
  const navigate = useNavigate();
  const { fill, form, fields } = useSignIn(() => navigate({ href: takeReturnPath(), replace: true }));
  return (
    <main className={classes['page']}>
      <Paper className={classes['panel'] ?? ''} withBorder component="form" {...form}>
        <img src={`/favicon-${tenant}.svg`} alt="" width={36} height={36} />
        <Title order={1} mt="md">
          Sign in to {brand}
        </Title>
        <Text c="dimmed" mb="lg">
          The back office for staff.
        </Text>
        <SignInFields fields={fields} />
      </Paper>
      {isDemo && <DemoUsers onChoose={fill} />}
    </main>
  );
}
