/** Revisions of texts, for editors. */
import {
  createRouteDefinition,
  lockInOrder,
  lockRows,
  OperationError,
  records,
  type ModuleRoute,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import { compare, restoreRevision } from '../../shared/routes.ts'
import { t } from '../i18n.ts'
import { channelCountsRoute } from './channel-counts.ts'
import { draftRoutes } from './drafts.ts'
import { editedText } from './hooks.ts'
import { addRevision, autosaveNote, correctedNote, dataOf, endPending, findRevision } from './revisions.ts'
import { derivedOf, textDataOf, textFields, type TextData, type TextRow } from './text-fields.ts'
import type { Reading, Scope } from '#generated/cms/server.ts'

const defineModuleRoute = createRouteDefinition<Database>()

/** Revisions that a comparison shows. */
const maxRevisions = 50

/** The text, if the caller may see it in the list. */
async function findText(scope: Scope, query: Reading, id: number): Promise<TextRow> {
  // Guard T15: the revisions of a text are for those who see the text.
  if ((await records<CmsServerParts>(scope).count('cms/content', { id })) === 0) throw new OperationError('not_found')
  return query.selectFrom('cms_content').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const plain = (data: TextData): string => derivedOf(data).content_text ?? ''

/** The names of those who acted. */
async function namesOf(
  query: Reading,
  rows: readonly { readonly admin_id: number | null; readonly user_id: number | null }[],
) {
  const admins = [...new Set(rows.flatMap((row) => row.admin_id ?? []))]
  const members = [...new Set(rows.flatMap((row) => row.user_id ?? []))]
  const adminRows =
    admins.length === 0
      ? []
      : await query.selectFrom('admin').select(['id', 'nickname']).where('id', 'in', admins).execute()
  const memberRows =
    members.length === 0
      ? []
      : await query.selectFrom('user').select(['id', 'nickname']).where('id', 'in', members).execute()
  return (row: { readonly admin_id: number | null; readonly user_id: number | null }): string | null =>
    adminRows.find(({ id }) => id === row.admin_id)?.nickname ??
    memberRows.find(({ id }) => id === row.user_id)?.nickname ??
    null
}

const compareRoute = defineModuleRoute(compare, {
  login: 'admin',
  right: 'cms/content/compare',
  label: { 'zh-cn': '比较版本', en: 'Compare revisions' },
  maxPerMinute: 240,
  async handler({ scope, input }) {
    const { query } = scope.database
    const row = await findText(scope, query, input.id)
    const live = textDataOf(row)
    const { title, description, content } = await editedText(scope, query, row)
    const revisions = await query
      .selectFrom('cms_content_revision')
      .selectAll()
      .where('content_id', '=', input.id)
      .orderBy('seq', 'desc')
      .limit(maxRevisions)
      .execute()
    const reviews = await query
      .selectFrom('cms_review_log')
      .selectAll()
      .where('content_id', '=', input.id)
      .orderBy('id', 'desc')
      .limit(maxRevisions)
      .execute()
    const nameOf = await namesOf(query, [...revisions, ...reviews])
    const labelOf = labelsIn(scope)
    return {
      title: row.title,
      text: plain(live),
      edited: { title, description: description ?? '', content: content ?? '' },
      revisions: revisions.map((revision) => {
        const data = dataOf(revision)
        return {
          seq: revision.seq,
          title: revision.title,
          state: revision.state ?? 'superseded',
          note: noteIn(scope, revision.note),
          who: nameOf(revision),
          create_time: revision.create_time,
          text: plain(data),
          fields: textFields
            .filter((name) => name !== 'content' && name !== 'title')
            .filter((name) => (data[name] ?? null) !== (live[name] ?? null))
            .map(labelOf),
        }
      }),
      reviews: reviews.map((review) => ({
        id: review.id,
        action: review.action,
        to: review.to_status ?? 'offline',
        reason: review.reason,
        who: nameOf(review),
        create_time: review.create_time,
      })),
    }
  },
})

const noteIn = ({ language }: Scope, note: string | null): string | null =>
  note === autosaveNote || note === correctedNote ? t(language, `revision.${note}`) : note

const labelsIn = ({ registry, language }: Scope) => {
  const { fields } = registry.require('cms/content')
  return (name: string): string => {
    const label = fields.find((field) => field.name === name)?.label
    return label?.[language] ?? name
  }
}

const restoreRoute = defineModuleRoute(restoreRevision, {
  login: 'admin',
  right: 'cms/content/restoreRevision',
  label: { 'zh-cn': '恢复版本', en: 'Restore a revision' },
  maxPerMinute: 60,
  async handler({ scope, trx, input: { id, seq } }) {
    await findText(scope, trx, id)
    await lockInOrder(scope, [
      { entity: 'cms/content', lock: () => lockRows(scope, trx, 'cms/content', [id], 'write') },
    ])
    const revision = await findRevision(scope, trx, id, seq)
    await endPending(trx, id, 'superseded')
    // Nothing is published: it waits like every other change.
    const added = await addRevision(scope, trx, id, { data: dataOf(revision), state: 'pending' })
    await trx
      .updateTable('cms_content')
      .set((eb) => ({ pending_seq: added, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return { seq: added }
  },
})

export const contentRoutes: readonly ModuleRoute[] = [compareRoute, restoreRoute, channelCountsRoute, ...draftRoutes]
