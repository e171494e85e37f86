/** What stored files add to the operations on their records. */
import type { RawBuilder } from 'kysely'
import { trimText } from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { displayName } from '../../files/stored-name.ts'
import { discardContents } from '../../files/discard.ts'
import { suffixOf } from '../../files/file-types.ts'
import { findUses, isUsed } from './attachment-uses.ts'
import { defineHooks } from './types.ts'

export const attachmentHooks = defineHooks({
  'system/attachment': {
    /** A new name keeps its ending, which tells people what the file is. */
    async prepareBody({ database }, _model, { id, body }) {
      const { name } = body
      if (typeof name !== 'string' || trimText(name) === '' || id === null) return body
      const row = await database.query.selectFrom('attachment').select('name').where('id', '=', id).executeTakeFirst()
      const suffix = suffixOf(row?.name ?? '')
      const stem = suffixOf(name) === suffix ? name : `${name}.${suffix}`
      return { ...body, name: displayName(suffix === '' ? name : stem, suffix) }
    },
    async beforeRemove(scope, trx, ids) {
      if (ids.length === 0) return
      const rows = await trx
        .selectFrom('attachment')
        .select(['id', 'url', 'name', 'storage'])
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute()
      // The registry and the rights of a scope are the same for tables of any module.
      const read = async (statement: RawBuilder<Row>) => (await statement.execute(trx)).rows
      const urls = rows.map(({ url }) => url)
      const uses = await findUses(scope, urls, read)
      const used = rows.find(({ url }) => isUsed(uses.get(url) ?? { references: [], more: false }))
      // Guard T52: a file that a record uses is not deleted.
      if (used)
        throw new OperationError('in_use', {
          references: uses.get(used.url)?.references ?? [],
          params: { title: used.name },
        })
      await discardContents(scope, trx, rows)
    },
    async present(_scope, rows) {
      for (const row of rows)
        if (row.url !== undefined) Object.assign(row, { full_url: row.url, suffix: suffixOf(row.url) })
    },
  },
})
