import type { Dialect } from './dialects.ts';
import { ENUMERATION_NAMESPACE, type EnumerationName, enumerations, membersOf } from './enumerations.ts';
import { type Field, type FieldType, type Resource, resourceNames, resources } from './fields.ts';

const NAMESPACE = 'org.reso.metadata';

const edmTypes: Readonly<Record<FieldType, string>> = {
  string: 'Type="Edm.String" MaxLength="255"',
  integer: 'Type="Edm.Int64"',
  decimal: 'Type="Edm.Decimal" Precision="16" Scale="4"',
  date: 'Type="Edm.Date"',
  timestamp: 'Type="Edm.DateTimeOffset" Precision="3"',
  boolean: 'Type="Edm.Boolean"',
};

/** Returns the fields of a resource that the dialect shows. */
export const fieldsOf = ({ fields }: Resource, { hasCanView }: Dialect): Readonly<Record<string, Field>> =>
  hasCanView ? fields : Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'MlgCanView'));

/** Returns the CSDL document (EDMX) of a dialect. */
export function metadataOf(dialect: Dialect): string {
  const types = resourceNames.map(name => entityType(resources[name], dialect)).join('\n');
  const sets = resourceNames.map(name => entitySet(resources[name])).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
  <edmx:DataServices>
    <Schema Namespace="${NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${types}
      <EntityContainer Name="Default">
${sets}
      </EntityContainer>
    </Schema>${dialect.enumerations === 'names' ? enumerationSchema() : ''}
  </edmx:DataServices>
</edmx:Edmx>
`;
}

function entityType(resource: Resource, dialect: Dialect): string {
  const properties = Object.entries(fieldsOf(resource, dialect)).map(
    ([name, field]) =>
      `        <Property Name="${name}" ${edmTypeOf(field, dialect)}${name === resource.key ? ' Nullable="false"' : ''}/>`,
  );
  const navigation = Object.entries(resource.navigation).map(
    ([name, { to }]) => `        <NavigationProperty Name="${name}" Type="${NAMESPACE}.${to}"/>`,
  );
  return `      <EntityType Name="${resource.name}">
        <Key><PropertyRef Name="${resource.key}"/></Key>
${[...properties, ...navigation].join('\n')}
      </EntityType>`;
}

function edmTypeOf({ type, enumeration }: Field, dialect: Dialect): string {
  const isEnum = enumeration && dialect.enumerations === 'names';
  return isEnum ? `Type="${ENUMERATION_NAMESPACE}.${enumeration}"` : edmTypes[type];
}

function entitySet({ name, navigation }: Resource): string {
  const bindings = Object.entries(navigation).map(
    ([path, { to }]) => `          <NavigationPropertyBinding Path="${path}" Target="${to}"/>`,
  );
  const open = `        <EntitySet Name="${name}" EntityType="${NAMESPACE}.${name}"`;
  return bindings.length === 0 ? `${open}/>` : `${open}>\n${bindings.join('\n')}\n        </EntitySet>`;
}

function enumerationSchema(): string {
  const types = (Object.keys(enumerations) as EnumerationName[]).map(
    name => `      <EnumType Name="${name}">
${Object.entries(membersOf(name))
  .map(([member, label]) => enumMember(member, label))
  .join('\n')}
      </EnumType>`,
  );
  return `
    <Schema Namespace="${ENUMERATION_NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${types.join('\n')}
    </Schema>`;
}

const enumMember = (name: string, label: string) =>
  `        <Member Name="${name}"><Annotation Term="RESO.OData.Metadata.StandardName" String="${label}"/></Member>`;

/** Returns the service document: the list of resources. */
export const serviceDocument = (root: string) => ({
  '@odata.context': `${root}/$metadata`,
  value: resourceNames.map(name => ({ name, kind: 'EntitySet', url: name })),
});
