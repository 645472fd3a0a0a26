/** Assigns many users by pasted e-mails or phones, after a preview of who they are and who fits. */
import { Alert, Button, Text, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { assignments } from '#contract/assignment/table.ts';
import { asApiError } from '#kit/api/api-error.ts';
import { useAction } from '#kit/api/use-action.ts';
import { ScrollList } from '#kit/display/scroll-list.tsx';
import { counted } from '#kit/format/formats.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { type Person, maxPeople, peopleIn, fitToCapacity, resolvePeople } from './resolve-people.ts';
import { useWaiting } from './waiting-list/use-waiting.ts';

const { courseUsers } = assignments;

interface Props {
  courseId: string;
  /** Free places; Infinity without a capacity. */
  left: number;
  close: () => void;
}

/** Debounce of the pasted text. */
const pauseMs = 400;

function usePeople(courseId: string, text: string) {
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [error, setError] = useState('');
  const [isLooking, setLooking] = useState(false);
  const contacts = peopleIn(text);
  const key = contacts.join('\n');
  const isTooMany = contacts.length > maxPeople;
  useEffect(() => {
    setPeople([]);
    setError('');
    if (!key || isTooMany) return setLooking(false);
    setLooking(true);
    const abort = new AbortController();
    const look = async () => {
      try {
        setPeople(await resolvePeople(courseId, key.split('\n'), abort.signal));
      } catch (thrown) {
        if (!abort.signal.aborted) setError(asApiError(thrown).message);
      }
      if (!abort.signal.aborted) setLooking(false);
    };
    const waiting = setTimeout(() => void look(), pauseMs);
    return () => {
      clearTimeout(waiting);
      abort.abort();
    };
  }, [courseId, key, isTooMany]);
  return { people, isLooking, error: isTooMany ? `At most ${maxPeople} people at a time` : error };
}

/** Assigns the users; one has an undo of its own, several are a bulk change. */
function useAssigning(isMany: boolean) {
  const back = useAction(courseUsers.unassign);
  return useAction(courseUsers.assign, {
    messages: isMany ? courseUsers.together?.messages : undefined,
    undo: (input, { changed }) => (changed === 1 && !isMany ? () => void back.run(input) : undefined),
  });
}

export function AssignMany({ courseId, left, close }: Props) {
  const [text, setText] = useState('');
  const { people, isLooking, error } = usePeople(courseId, text);
  const { fit, over } = fitToCapacity(people, left);
  const [isPart, setPart] = useState(false);
  const assign = useAssigning(fit.length > 1);
  const without = new Set(over.map(({ id }) => id));
  const { adding } = useWaiting(courseId);
  /** Those without a place wait; the others stay in the text. */
  const wait = async () => {
    const userIds = over.map(({ id }) => id);
    if (!(await adding.run({ params: { id: courseId }, body: { userIds } })).ok) return;
    const rest = people.filter(({ item }) => !item || !without.has(item.id));
    if (rest.length === 0) return close();
    setText(rest.map(({ contact }) => contact).join('\n'));
  };
  const run = async () => {
    const others = people.filter(({ item }) => !item || without.has(item.id));
    const ids = fit.map(({ id }) => id);
    if (!(await assign.run(courseUsers.inputOf(courseId, ids))).ok) return;
    if (others.length === 0) return close();
    setText(others.map(({ contact }) => contact).join('\n'));
    setPart(true);
  };
  const why = isLooking ? 'Looking them up' : fit.length === 0 && 'No one to assign yet';
  return (
    <WorkDialog
      title="Assign many people"
      close={close}
      isTyped={text.trim() !== ''}
      why={why}
      submitLabel={fit.length === 0 ? 'Assign' : `Assign ${counted(fit.length, 'person', 'people')}`}
      isWorking={assign.loading}
      submit={run}
    >
      <Textarea
        label="E-mails or phones"
        description="One per line, or separated by commas."
        rows={5}
        resize="vertical"
        data-autofocus
        value={text}
        error={error}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {isPart && (
        <Alert color="yellow" role="status">
          The others were assigned. These could not be.
        </Alert>
      )}
      <Text size="sm" role="status">
        {isLooking
          ? 'Looking them up…'
          : fit.length > 0 && `${counted(fit.length, 'person', 'people')} will be assigned`}
      </Text>
      {over.length > 0 && (
        <Alert color="red" title={`The course has no place for ${over.length} of them`}>
          <Button variant="default" size="xs" loading={adding.loading} onClick={() => void wait()}>
            Put {counted(over.length, 'person', 'people')} on the waiting list
          </Button>
        </Alert>
      )}
      {people.length > 0 && (
        <ScrollList
          label="Preview"
          lines={people.map(({ contact, item, why: reason }) => ({
            key: contact,
            parts: [
              item?.name ?? contact,
              item && (contact.includes('@') ? contact : `${contact} · ${item.email ?? ''}`),
              reason || (item && without.has(item.id) ? 'The course is full' : 'Will be assigned'),
            ],
          }))}
        />
      )}
    </WorkDialog>
  );
}
