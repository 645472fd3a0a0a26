/** Source of a question import: a dropped or chosen file, or pasted text. */
import { Anchor, Group, Stack, Text, Textarea } from '@mantine/core';
import { importSizeLimit, questionTemplate } from '#contract/course/question-exchange/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { useTask } from '#kit/api/use-action.ts';
import { ChooseFiles, useFileDrop } from '#kit/form/choose-files.tsx';
import { downloadReply } from './export-menu.tsx';
import classes from './import-questions.module.css';

const accepted = '.gift,.txt,.xml,.zip,.xlsx,.csv';

function Template({ format, children }: { format: 'xlsx' | 'csv'; children: string }) {
  const template = useTask({
    messages: questionTemplate.messages,
    perform: async () => downloadReply(await call(questionTemplate, { query: { format } })),
  });
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => void template.run(undefined)}>
      {children}
    </Anchor>
  );
}

interface Props {
  /** The pasted text. */
  text: string;
  setText: (text: string) => void;
  onFile: (file: File) => void;
}

export function ImportSource({ text, setText, onFile }: Props) {
  const take = ([file]: File[]) => {
    if (file) onFile(file);
  };
  const drop = useFileDrop(take);
  return (
    <Stack gap="md">
      <div className={classes['drop']} {...drop}>
        <ChooseFiles accept={accepted} take={take} variant="default" data-autofocus autoFocus>
          Choose a file
        </ChooseFiles>
        <Text size="sm" c="dimmed">
          or drop it here: GIFT, Aiken, Moodle XML, QTI, or our spreadsheet, {importSizeLimit}
        </Text>
      </div>
      <Textarea
        label="Or paste the questions"
        description="As text in GIFT or Aiken, as XML, or as cells copied with their headings."
        autosize
        minRows={4}
        maxRows={10}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Text size="sm">Our spreadsheet to fill in:</Text>
        <Template format="xlsx">Excel</Template>
        <Template format="csv">CSV</Template>
      </Group>
    </Stack>
  );
}
