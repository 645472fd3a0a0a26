/** Tags the selected people, or all that match, or takes a tag from them; as a bulk change. */
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { batches } from '#contract/batch/starts.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { type Chosen, useBatch } from '#admin-shared/batch/use-batch.ts';
import { role } from '#kit/api/session.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { TagChoice } from '#admin-shared/user/tag-choice.tsx';

type Value = 'assigned' | 'none';

export function TagPeople(chosen: Chosen) {
  const [isChoosing, setChoosing] = useState(false);
  const [value, setValue] = useState<Value>('assigned');
  const [tag, choose] = useState<{ value: string; label: string }>();
  const { run, loading } = useBatch(batches.tagUsers, chosen);
  if (!mayCall(batches.tagUsers.start, role() ?? '')) return null;
  const isAdding = value === 'assigned';
  const submit = () => {
    if (!tag) return;
    setChoosing(false);
    void run({ value, ownerId: tag.value }, (people) => ({
      title: isAdding ? `Tag ${people} “${tag.label}”?` : `Take “${tag.label}” from ${people}?`,
      text: isAdding
        ? 'Those who carry it stay as they are. Staff are left out: only members carry tags.'
        : 'Those without it stay as they are.',
      action: isAdding ? `Tag ${people}` : `Take it from ${people}`,
    }));
  };
  return (
    <>
      <Button size="xs" variant="default" loading={loading} onClick={() => setChoosing(true)}>
        Tag
      </Button>
      {isChoosing && (
        <WorkDialog
          title="Tag people"
          close={() => setChoosing(false)}
          isTyped={false}
          size="md"
          why={tag ? false : 'Choose a tag first'}
          submitLabel="Continue"
          isWorking={false}
          submit={submit}
        >
          <TagChoice chosen={tag} choose={choose} />
          <SegmentedControl
            aria-label="What to do"
            value={value}
            onChange={setValue}
            data={[
              { value: 'assigned', label: 'Add the tag' },
              { value: 'none', label: 'Take it away' },
            ]}
          />
        </WorkDialog>
      )}
    </>
  );
}
