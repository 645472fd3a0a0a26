import { describe, expect, test } from 'vitest';
import { CallError } from '#kit/call-error.ts';
import { failureText, messageValues } from './query-client.ts';

const refused = new CallError(409, 'Members are still assigned');
const messages = { fail: 'Failed to delete discount' };

describe('the toast of a failure', () => {
  test('is the spec\'s text, with the server\'s reason below it', () => expect(failureText(refused, messages, {})).toEqual({ text: 'Failed to delete discount', reason: 'Members are still assigned' }));

  test('is the server\'s message where the spec prefers it', () => {
    expect(failureText(refused, { ...messages, preferServer: true }, {})).toEqual({ text: 'Members are still assigned' });
  });

  test('says what is lost when nothing answered, and who was first on a conflict', () => {
    expect(failureText(new CallError(0, 'You are offline'), messages, {})).toEqual({ text: 'You are offline' });
    expect(failureText(new CallError(412, 'Bagus saved first'), messages, {})).toEqual({ text: 'Bagus saved first' });
  });

  test('is none when the session ended, or the contract has no text', () => {
    expect(failureText(new CallError(401, 'Please sign in'), messages, {})).toBeUndefined();
    expect(failureText(refused, undefined, {})).toBeUndefined();
  });

  test('is filled from the call', () => {
    const values = messageValues({ input: { params: { id: '7' } } }, undefined);
    expect(failureText(refused, { fail: 'Fail to toggle discount status on {id}' }, values)).toMatchObject({ text: 'Fail to toggle discount status on 7' });
  });
});

test('a message\'s values come from params, body and reply', () => {
  expect(messageValues({ input: { params: { id: '1' }, body: { status: 0 } } }, { changed: 3 })).toEqual({ id: '1', status: 0, changed: 3 });
});
