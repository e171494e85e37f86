/** Stored files as BuildAdmin's clients show and search them: with who uploaded them, where the caller may see that. */
import { nodeOf } from '../../../protocol/index.ts'
import { grantedAccess } from '../../operation/access/access.ts'
import { amongFound, isMet, type Search, type TablePage, type Wire } from './table-page.ts'
import type { RequestScope } from '../route.ts'

interface Uploader {
  readonly id: number
  readonly username: string
  readonly nickname: string
}

/** Those tables contain 0 for nobody. */
const nobody: Uploader = { id: 0, username: '', nickname: '' }

type Accounts = 'admin' | 'user'

/** False also where there is no such table: members are a module. */
function canSee({ actor, registry }: RequestScope, table: Accounts): boolean {
  const model = registry.list.find((candidate) => candidate.table === table)
  return model !== undefined && (actor === null || grantedAccess.can(actor, nodeOf(model, 'index')))
}

async function readUploaders(
  { database }: RequestScope,
  table: Accounts,
  ids?: readonly number[],
): Promise<readonly Uploader[]> {
  const query = database.query.selectFrom(table).select(['id', 'username', 'nickname']).orderBy('id', 'desc')
  // A search looks among those who have uploaded something.
  const uploaders = database.query.selectFrom('attachment').select(`${table}_id`).where(`${table}_id`, 'is not', null)
  const rows = await query.where('id', 'in', ids ? [0, ...ids] : uploaders).execute()
  return rows.map(({ id, username, nickname }) => ({
    id: Number(id),
    username: String(username ?? ''),
    nickname: String(nickname ?? ''),
  }))
}

const searchBy =
  (table: Accounts, name: 'username' | 'nickname'): Search =>
  async (scope, filter) => {
    // The list refuses it like all fields that the caller may not see.
    if (!canSee(scope, table)) return filter
    const matches = (await readUploaders(scope, table)).filter((uploader) => isMet(filter, uploader[name]))
    return amongFound(
      filter,
      `${table}_id`,
      matches.map(({ id }) => id),
    )
  }

export const attachmentPage: TablePage = {
  search: new Map([
    ['admin.username', searchBy('admin', 'username')],
    ['user.username', searchBy('user', 'username')],
    ['user.nickname', searchBy('user', 'nickname')],
  ]),
  async rows(scope, rows) {
    const idsOf = (name: string): readonly number[] => rows.map((row: Wire) => Number(row[name] ?? 0))
    const uploaders = async (table: Accounts) => {
      const accounts = canSee(scope, table) ? await readUploaders(scope, table, idsOf(`${table}_id`)) : null
      return (row: Wire): Wire =>
        accounts ? { [table]: accounts.find(({ id }) => id === row[`${table}_id`]) ?? nobody } : {}
    }
    const [adminOf, userOf] = [await uploaders('admin'), await uploaders('user')]
    return rows.map((row) => ({
      ...row,
      admin_id: row['admin_id'] ?? 0,
      user_id: row['user_id'] ?? 0,
      ...adminOf(row),
      ...userOf(row),
    }))
  },
}
