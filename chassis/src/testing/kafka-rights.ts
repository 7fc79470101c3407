import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from 'kafkajs';
import type { Admin } from '../kafka/topics.ts';

export type Right = 'READ' | 'WRITE' | 'CREATE' | 'DELETE';

/** Rights of a user on topics and groups whose names begin with a prefix. */
export type Rights = {
  user: string;
  prefix: string;
  topics: readonly Right[];
  groups: readonly Right[];
};

export async function permit(admin: Admin, { user, prefix, topics, groups }: Rights): Promise<void> {
  const allow = (resourceType: AclResourceTypes) => (right: Right) => ({
    ...{ resourceType, operation: AclOperationTypes[right], resourceName: prefix },
    ...{ principal: `User:${user}`, host: '*' },
    resourcePatternType: ResourcePatternTypes.PREFIXED,
    permissionType: AclPermissionTypes.ALLOW,
  });
  await admin.createAcls({
    acl: [...topics.map(allow(AclResourceTypes.TOPIC)), ...groups.map(allow(AclResourceTypes.GROUP))],
  });
}
