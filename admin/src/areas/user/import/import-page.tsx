/** Page that imports a spreadsheet: its file and columns, what would happen to each row, and the start. */
import { Alert, Button, Checkbox, Group, SegmentedControl, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ImportKind, fieldsOf, importKinds } from '#contract/user/import/columns.ts';
import { type ImportPreview, maxImportBytes, maxImportRows } from '#contract/user/import/endpoints.ts';
import { ChooseFile } from '#admin-shared/import/choose-file.tsx';
import { ImportColumns } from '#admin-shared/import/import-columns.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { counted } from '#kit/format/formats.ts';
import { DetailPage, Section } from '#kit/record/detail-page.tsx';
import { ImportEffects } from './import-effects.tsx';
import { ImportRows } from './import-rows.tsx';
import { type Import, useImport } from './use-import.ts';
import classes from './import.module.css';

const kinds = Object.entries(importKinds).map(([value, { label }]) => ({ value, label }));

function Source({ choices: { kind, file }, setKind, setFile, isReading }: Import) {
  const isNarrow = useMediaQuery('(max-width: 480px)');
  const hint = `.csv or .xlsx with headings, at most ${counted(maxImportRows, 'row', 'rows')} and ${maxImportBytes / 1024 / 1024} MB`;
  return (
    <ChooseFile file={file} take={setFile} isReading={isReading} hint={hint}>
      <SegmentedControl
        size="xs"
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        aria-label="What the file holds"
        data={kinds}
        value={kind}
        onChange={(value) => setKind(value as ImportKind)}
      />
    </ChooseFile>
  );
}

/** Rows that would be written. */
const written = ({ rows }: ImportPreview) => rows.filter(({ state }) => state === 'new' || state === 'changed').length;

/** Why the import cannot begin; empty if it can. */
function whyNot({ isReading, isStarting }: Import, preview: ImportPreview): string {
  if (isStarting) return 'The import is beginning';
  if (isReading) return 'The file is being compared';
  if (preview.missing.length > 0) return `Choose the columns first: ${preview.missing.join(', ')}`;
  return written(preview) === 0 ? 'No row is new or changed' : '';
}

function Start({ work, preview }: { work: Import; preview: ImportPreview }) {
  const { kind, mails } = work.choices;
  const { one, many } = importKinds[kind];
  const why = whyNot(work, preview);
  const undecided = preview.rows.filter(({ state }) => state === 'undecided').length;
  return (
    <div className={classes['start']}>
      {kind === 'members' && (
        <Checkbox
          label="Send each new member an invitation by mail"
          checked={mails}
          onChange={(event) => work.setMails(event.currentTarget.checked)}
        />
      )}
      <Group gap="xs" justify="flex-end">
        {undecided > 0 && (
          <Text size="sm" c="dimmed">
            {counted(undecided, 'row', 'rows')} without an answer {undecided === 1 ? 'is' : 'are'} left out
          </Text>
        )}
        <Unavailable why={why}>
          <Button
            onClick={() => void (why === '' && work.start(preview.seen))}
            data-loading={work.isStarting || undefined}
          >
            Import {counted(written(preview), one, many)}
          </Button>
        </Unavailable>
      </Group>
    </div>
  );
}

export function ImportPage() {
  const work = useImport();
  const { preview, failure } = work;
  return (
    <DetailPage title="Import">
      <Section title="File and columns">
        <Source {...work} />
        {failure && (
          <Alert color="red" title="This file cannot be imported" role="alert" mt="md">
            {failure}
          </Alert>
        )}
        {preview && <ImportColumns fields={fieldsOf(work.choices.kind)} preview={preview} setColumn={work.setColumn} />}
      </Section>
      {preview && preview.missing.length === 0 && (
        <Section title="Preview">
          <ImportRows preview={preview} answers={work.choices.answers} answer={work.answer} />
          <ImportEffects effects={preview.effects} />
        </Section>
      )}
      {preview && <Start work={work} preview={preview} />}
    </DetailPage>
  );
}
