/** Curriculum tab: the tree on the left, the form of the chosen row on the right. */
import { Button, Group, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useMemo, useState } from 'react';
import { getCourseProgress } from '#contract/course/progress.ts';
import { rehearse } from '#contract/course/rehearsal.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { moveItems } from '#contract/course/section/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { counted } from '#kit/format/formats.ts';
import type { OpenCourse } from '../course-words.tsx';
import { DraftLacks } from '../needs.tsx';
import { durationInWords } from '../progress-words.ts';
import { CopyDialog } from './copy-dialog.tsx';
import type { Target } from './use-copying.ts';
import { NewSection } from './new-section.tsx';
import { Overview } from './overview.tsx';
import { ChosenPane } from './panes.tsx';
import { type Reach, reachOf } from './reach.ts';
import { type Row, rowsOf } from './order.ts';
import { Tree } from './tree.tsx';
import { focusLine, isUnsaved } from './tree-state.ts';
import { type Curriculum as Work, useCurriculum } from './use-curriculum.ts';
import classes from './curriculum.module.css';

type Search = Record<string, string | undefined>;

/** The chosen row, from the URL. */
function useChosen() {
  const chosen = useSearch({ strict: false, select: (search: Search) => search['item'] });
  const navigate = useNavigate();
  const choose = (item: string | undefined) =>
    void navigate({ to: '.', search: (now: Search) => ({ ...now, item }), replace: true, resetScroll: false });
  return { chosen, choose };
}

export function Curriculum(opened: OpenCourse) {
  const work = useCurriculum(opened);
  const { sections } = work;
  const { chosen, choose } = useChosen();
  const mayEdit = mayCall(moveItems, role() ?? '');
  const [copying, setCopying] = useState<Target>();
  const progress = useCall(getCourseProgress, { params: { id: opened.id } });
  const reach = useMemo(() => (progress.data ? reachOf(progress.data) : new Map<string, Reach>()), [progress.data]);
  const rows = rowsOf(sections, new Set());
  const row = rows.find(({ key }) => key === chosen);
  // A row deleted by another user stays open while it has unsaved changes.
  const open = row || (chosen && isUnsaved(chosen)) ? chosen : undefined;
  return (
    <section aria-label="Curriculum" className={classes['curriculum']} data-chosen={open ? true : undefined}>
      <div className={classes['left']}>
        <Head sections={sections} hasReach={reach.size > 0} showFindings={open ? () => choose(undefined) : undefined} />
        <Unsaved rows={rows.filter((one) => one !== row && isUnsaved(one.key))} choose={choose} />
        {sections.length === 0 ? (
          <Empty
            work={work}
            choose={choose}
            copy={() => setCopying({ section: undefined, item: undefined })}
            mayEdit={mayEdit}
          />
        ) : (
          <Tree work={work} chosen={row?.key} choose={choose} mayEdit={mayEdit} copy={setCopying} reach={reach} />
        )}
      </div>
      <div className={classes['right']} data-beside-tree>
        <DraftLacks {...opened} />
        {open ? (
          <Right
            chosen={open}
            courseId={opened.id}
            base={opened.base}
            choose={choose}
            reach={row?.item && reach.get(row.item.id)?.words}
          />
        ) : (
          <Overview opened={opened} progress={progress} />
        )}
      </div>
      {copying && <CopyDialog id={opened.id} target={copying} close={() => setCopying(undefined)} />}
    </section>
  );
}

interface HeadProps {
  sections: Work['sections'];
  /** The tree has figures of members. */
  hasReach: boolean;
  /** Shows what is to fix in the place of the chosen row. */
  showFindings: (() => void) | undefined;
}

function Head({ sections, hasReach, showFindings }: HeadProps) {
  const items = sections.flatMap((section) => section.items);
  const minutes = items.reduce((sum, { duration }) => sum + duration, 0);
  const findings = rehearse(sections).length;
  return (
    <Text size="sm" c="dimmed" mb="xs" component="div" className={classes['head'] ?? ''}>
      <span>
        {counted(sections.length, 'section', 'sections')}, {counted(items.length, 'item', 'items')}
        {minutes > 0 && `, ${durationInWords(minutes)}`}
      </span>
      {showFindings && (
        <button type="button" onClick={showFindings}>
          {findings === 0 ? 'Figures' : `${findings} to fix`}
        </button>
      )}
      {hasReach && <span className={classes['legend']}>Finished/started · score</span>}
    </Text>
  );
}

/** Links to the unsaved forms of other rows: saving only saves the open one. */
function Unsaved({ rows, choose }: { rows: readonly Row[]; choose: (key: string) => void }) {
  if (rows.length === 0) return null;
  return (
    <p className={classes['unsaved']} role="status">
      Not saved yet:{' '}
      {rows.map(({ key, item, section }) => (
        <button type="button" key={key} onClick={() => choose(key)}>
          {(item ?? section).name}
        </button>
      ))}
    </p>
  );
}

interface EmptyProps {
  work: Work;
  choose: (key: string | undefined) => void;
  copy: () => void;
  mayEdit: boolean;
}

function Empty({ work, choose, copy, mayEdit }: EmptyProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <div className={classes['nothing']}>
      <p>No sections yet. A course is published with one section and one lesson at least.</p>
      {isAdding && <NewSection work={work} choose={choose} end={() => setAdding(false)} />}
      {mayEdit && !isAdding && (
        <Group gap="xs">
          <Button onClick={() => setAdding(true)}>Add a section</Button>
          <Button variant="default" onClick={copy}>
            Copy from another course…
          </Button>
        </Group>
      )}
    </div>
  );
}

interface RightProps extends ComponentProps<typeof ChosenPane> {
  choose: (key: string | undefined) => void;
  /** How far members get in the item, as a sentence. */
  reach: string | undefined;
}

function Right({ choose, reach, ...pane }: RightProps) {
  return (
    <>
      {/* On a phone, the pane hides the focused row, and going back hides this button. */}
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes['back'] ?? ''}
        autoFocus
        onClick={() => {
          choose(undefined);
          focusLine(pane.chosen);
        }}
      >
        ‹ All of the curriculum
      </Button>
      {reach && (
        <Text size="sm" c="dimmed" mb="xs">
          {reach}.
        </Text>
      )}
      <ChosenPane {...pane} />
    </>
  );
}
