import { expect, test } from 'vitest';
import { committedOffsets } from './group-offsets.ts';

const refusal = (type: string) => Object.assign(new Error(type), { type });
const offsets = [{ topic: 'made', partitions: [{ partition: 0, offset: '7', metadata: null }] }];

/** An admin client that throws these errors one by one, then returns the offsets. */
function clientThatThrows(...errors: Error[]) {
  const fetchOffsets = async () => {
    const error = errors.shift();
    if (error) throw error;
    return offsets;
  };
  return { fetchOffsets };
}

test('retries while the broker loads or moves the group', async () => {
  const client = clientThatThrows(
    refusal('NOT_COORDINATOR_FOR_GROUP'),
    refusal('GROUP_LOAD_IN_PROGRESS'),
    refusal('GROUP_COORDINATOR_NOT_AVAILABLE'),
  );
  expect(await committedOffsets(client, { groupId: 'things' })).toEqual(offsets);
});

test('throws any other refusal at once', async () => {
  const client = clientThatThrows(refusal('GROUP_AUTHORIZATION_FAILED'));
  await expect(committedOffsets(client, { groupId: 'things' })).rejects.toThrow('GROUP_AUTHORIZATION_FAILED');
});
