import { type AlterTableCmd, type ColumnDef, type Constraint, type Node, parse } from 'libpg-query';

/**
 * Each folder's last migration before this check existed. At that time an update stopped all processes first, so no
 * migration could break one.
 */
const lastUnchecked: Record<string, string> = {
  'chassis/migrations': '0001',
  'services/auth/migrations': '0011',
  'services/billing/migrations': '0009',
  'services/catalog/migrations': '0007',
  'services/leads/migrations': '0015',
  'services/notifications/migrations': '0007',
};

const migration = /^((?:chassis|services\/[\w-]+)\/migrations)\/(\d+)_[\w-]+\.sql$/;

/** Returns whether the earlier version's processes have to work with this migration. */
export function isCheckedMigration(file: string): boolean {
  const [, folder = '', number = ''] = migration.exec(file) ?? [];
  return number > (lastUnchecked[folder] ?? '0000') && number !== '';
}

/** A comment above a statement: it removes what no running version uses. */
const reasoned = /^--\s*contract:\s*\S+/m;

/**
 * Returns the statements that break processes of the earlier version, as lines to print. In an update both versions
 * run side by side, so a migration only expands. A later version removes unused parts, under a comment `-- contract:
 * <since when it is unused>`.
 */
export async function breakingStatements(file: string, text: string): Promise<string[]> {
  const { stmts = [] } = await parse(text);
  const bytes = Buffer.from(text);
  const made = new Set(stmts.flatMap(({ stmt }) => tableMadeBy(stmt) ?? []));
  let end = 0;
  return stmts.flatMap(({ stmt, stmt_location: at = 0, stmt_len: length }) => {
    const start = end;
    end = length ? at + length : bytes.length;
    // From the end of the last statement: the comment above belongs to this one.
    const source = bytes.subarray(start, end).toString().replace(/^;/, '');
    if (!stmt || reasoned.test(source)) return [];
    const line = bytes.subarray(0, start).toString().split('\n').length + leadingLines(source);
    return breaksOf(stmt, made).map(what => `${file}:${line}: ${what}`);
  });
}

/** Blank lines and comments before the statement. */
const leadingLines = (source: string) => (/^(?:\s|--.*)*/.exec(source)?.[0].match(/\n/g) ?? []).length;

function tableMadeBy(stmt: Node | undefined): string | undefined {
  if (!stmt) return undefined;
  if ('CreateStmt' in stmt) return stmt.CreateStmt.relation?.relname;
  if ('CreateTableAsStmt' in stmt) return stmt.CreateTableAsStmt.into?.rel?.relname;
  return undefined;
}

const used = new Set(['OBJECT_TABLE', 'OBJECT_COLUMN', 'OBJECT_VIEW', 'OBJECT_FUNCTION', 'OBJECT_TYPE']);
const ADVICE = 'processes of the version before still use it';

function breaksOf(stmt: Node, made: ReadonlySet<string>): string[] {
  if ('DropStmt' in stmt && used.has(stmt.DropStmt.removeType ?? '')) return [`drop: ${ADVICE}`];
  if ('RenameStmt' in stmt && used.has(stmt.RenameStmt.renameType ?? '')) return [`rename: ${ADVICE}`];
  if (!('AlterTableStmt' in stmt)) return [];
  const { relation, cmds = [] } = stmt.AlterTableStmt;
  if (made.has(relation?.relname ?? '')) return [];
  return cmds.flatMap(command => ('AlterTableCmd' in command ? breakOf(command.AlterTableCmd) : []));
}

const refusesWrites = new Set(['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_EXCLUSION']);

function breakOf({ subtype, name, def }: AlterTableCmd): string[] {
  switch (subtype) {
    case 'AT_DropColumn':
      return [`drop column ${name}: ${ADVICE}`];
    case 'AT_AlterColumnType':
      return [`alter column ${name} type: ${ADVICE}`];
    case 'AT_SetNotNull':
      return [`alter column ${name} set not null: processes of the version before may leave it out`];
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def && isDemanded(def.ColumnDef)
        ? [
            `add column ${def.ColumnDef.colname} not null: give it a default, for the version before leaves it out`,
          ]
        : [];
    case 'AT_AddConstraint':
      return def && 'Constraint' in def && refusesWrites.has(def.Constraint.contype ?? '')
        ? ['add constraint: it may refuse what the version before writes']
        : [];
    default:
      return [];
  }
}

function isDemanded({ constraints = [] }: ColumnDef): boolean {
  const kinds = constraints.flatMap((each): Constraint['contype'][] =>
    'Constraint' in each ? [each.Constraint.contype] : [],
  );
  const isFilled = (['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED'] as const).some(kind =>
    kinds.includes(kind),
  );
  return kinds.includes('CONSTR_NOTNULL') && !isFilled;
}
