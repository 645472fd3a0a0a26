/**
 * Final project of a course or a learning path: created, edited with the save bar, and deleted after a confirmation.
 */
import { Button } from '@mantine/core';
import type { z } from 'zod';
import { finalProjectDraft } from '#contract/course/final-project.ts';
import type { Outcome, RunOptions } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { EditForm, FormBody } from '#kit/form/edit-form.tsx';
import { Rows } from '#kit/form/field.tsx';
import { FormKeeper } from '#kit/form/form-keeper.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { baselineOf, blankOf, draftOf } from '#kit/form/values.ts';
import { Section } from '#kit/record/detail-page.tsx';

const rows = ['description', 'passingScore'];

type Project = z.input<typeof finalProjectDraft> & { version: number };
type Save = (body: z.input<typeof finalProjectDraft>, how: RunOptions) => Promise<Outcome<unknown>>;

interface NewProps {
  ownerId: string;
  save: Save;
  close: () => void;
}

export function NewFinalProject({ ownerId, save, close }: NewProps) {
  const form = useEditForm({
    name: `new/final-project/${ownerId}`,
    schema: finalProjectDraft,
    initial: blankOf(finalProjectDraft),
    save,
  });
  const cancel = () => {
    form.discard();
    close();
  };
  return (
    <Section title="New final project">
      <EditForm form={form} submitLabel="Create final project" onCancel={cancel}>
        <Rows form={form} rows={rows} />
      </EditForm>
    </Section>
  );
}

interface Props {
  id: string;
  project: Project;
  save: Save;
  /** Reads the current project; undefined if it was deleted. */
  latest: () => Promise<Project | null | undefined>;
  remove: (how: RunOptions) => Promise<Outcome<unknown>>;
  isRemoving: boolean;
  /** Noun of the owner: "course". */
  owner: string;
  base: string;
}

export function FinalProject({ id, project, save, latest, remove, isRemoving, owner, base }: Props) {
  const form = useEditForm({
    name: `final-project/${id}`,
    schema: finalProjectDraft,
    initial: draftOf(finalProjectDraft, project),
    version: project.version,
    latest: async () => baselineOf(finalProjectDraft, (await latest()) ?? undefined),
    save,
  });
  const ask = async () => {
    const isSure = await confirm({
      title: 'Delete the final project?',
      text: `Delete: the ${owner} has none then. This cannot be undone.`,
      action: 'Delete 1 final project',
      isDestructive: true,
    });
    if (isSure && (await remove({ ifMatch: project.version })).ok) form.discard();
  };
  return (
    <Section
      title="Final project"
      actions={
        <Button variant="default" color="red" size="xs" loading={isRemoving} onClick={() => void ask()}>
          Delete the final project
        </Button>
      }
    >
      <FormBody form={form}>
        <Rows form={form} rows={rows} />
      </FormBody>
      <FormKeeper form={form} base={base} />
    </Section>
  );
}
