import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '#kit/record/detail-page.tsx';

/** Fields that belong together, under their heading. */
export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <Stack gap="md">{children}</Stack>
  </Section>
);

/** Two short fields beside each other where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>{children}</SimpleGrid>
);
