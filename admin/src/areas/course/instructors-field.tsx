import { Button, Group, Paper, Stack } from '@mantine/core';
import { TextAreaField, TextField } from '#kit/form/fields.tsx';
import { ImageField } from '#kit/form/image-field.tsx';
import { FieldGroup, Pair } from './field-group.tsx';
import type { CourseForm } from './use-course-form.ts';

const blank = { name: '', title: '', photo: null, bio: '' };

/** Who teaches, in the order shown to members. */
export function InstructorsField({ form }: { form: CourseForm }) {
  const { instructors } = form.fields.values;
  const set = (next: typeof instructors) => form.fields.setFieldValue('instructors', next);
  return (
    <FieldGroup title="Instructors">
      {instructors.map((_, index) => (
        <InstructorCard key={index} form={form} index={index} remove={() => set(instructors.toSpliced(index, 1))} />
      ))}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        disabled={form.isSaving || instructors.length >= 20}
        onClick={() => set([...instructors, blank])}
      >
        Add instructor
      </Button>
    </FieldGroup>
  );
}

function InstructorCard({ form, index, remove }: { form: CourseForm; index: number; remove: () => void }) {
  const at = `instructors.${index}` as const;
  return (
    <Paper withBorder p="md" component="fieldset" aria-label={`Instructor ${index + 1}`} m={0}>
      <Stack gap="md">
        <Pair>
          <TextField form={form} name={`${at}.name`} label="Name" />
          <TextField form={form} name={`${at}.title`} label="Title" isOptional />
        </Pair>
        <ImageField form={form} name={`${at}.photo`} label="Photo" isOptional />
        <TextAreaField form={form} name={`${at}.bio`} label="About" isOptional rows={2} />
        <Group justify="flex-end">
          <Button variant="subtle" color="red" size="compact-sm" disabled={form.isSaving} onClick={remove}>
            Remove instructor {index + 1}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
