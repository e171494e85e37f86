/**
 * How tables differ for BuildAdmin's clients: values of fields, and what those clients call a field. Their pages find
 * an option by its text, and post an edit of every row whose switch is neither "0" nor "1".
 */
import type { Actor } from '../../operation/access/actor.ts'
import { fontAwesomeIcon } from './menu.ts'
import { adminRights, listedMemberRights, memberRights, type GroupRights } from './rights.ts'

type Row = Readonly<Record<string, unknown>>

export interface TableWire {
  /** Values of fields: ours as text, and theirs. */
  readonly values?: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** What they call a field in searches and orders, and what it is here. */
  readonly names?: ReadonlyMap<string, string>
  /** Groups: their rights. */
  readonly rights?: GroupRights
  /** What else differs in a row; `list` and `options` contain rows, `row` is one. */
  readonly row?: (row: Row, purpose: 'list' | 'row') => Row
  /** Further members of the answer of a list, also for other clients. */
  readonly list?: (actor: Actor | null) => Row
}

/** The states of tables whose states are numbers here. */
const numberStates = statusValues([
  ['0', '0'],
  ['1', '1'],
])
/** The states of tables whose states are words here. */
const wordStates = statusValues([
  ['disable', '0'],
  ['enable', '1'],
])

const withIcon = (row: Row): Row =>
  typeof row['icon'] === 'string' ? { ...row, icon: fontAwesomeIcon(row['icon']) } : row

const tables: ReadonlyMap<string, TableWire> = new Map(
  Object.entries<TableWire>({
    'auth.Admin': { values: numberStates },
    'auth.Group': {
      values: numberStates,
      rights: adminRights,
      list: (actor) => ({ group: actor?.groups ?? [] }),
    },
    'auth.Rule': { values: numberStates, row: withIcon },
    // Their tables contain 0 for an unknown administrator.
    'auth.AdminLog': { row: (row) => ('admin_id' in row ? { ...row, admin_id: row['admin_id'] ?? 0 } : row) },
    'user.Group': {
      values: wordStates,
      rights: memberRights,
      row: (row, purpose) => (purpose === 'list' ? listedMemberRights(row) : row),
    },
    // Newer releases call the group of a member so.
    'user.User': {
      names: new Map([['userGroup.name', 'group.name']]),
      row: (row) => ('group' in row ? { ...row, userGroup: row['group'] } : row),
    },
    'user.Rule': { values: wordStates, row: withIcon },
    'security.DataRecycle': { values: numberStates },
    'security.SensitiveData': { values: numberStates },
  }),
)

/** The values of the field `status`. */
function statusValues(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map([['status', new Map(pairs)]])
}

export const tableWireOf = (controller: string): TableWire | undefined => tables.get(controller)
