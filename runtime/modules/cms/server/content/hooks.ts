/** Writes to texts: those of a live one wait as a revision, all others are stored with one. */
import { lockInOrder, OperationError } from 'tablewright/server'
import { announceReview, lockMembers } from '../notices.ts'
import { t } from '../i18n.ts'
import { lockTags, namedTags, refreshCounts } from '../tags.ts'
import { extendRevision, savesAlone } from './autosaves.ts'
import { addApplied, addRevision, autosaveNote, dataOf, endPending, findRevision } from './revisions.ts'
import { logReview } from './review.ts'
import { derivedOf, idsIn, isSameText, textDataOf, textFields, type TextData, type TextRow } from './text-fields.ts'
import type { Change, Hooks, Reading, Scope, Transaction } from '#generated/cms/server.ts'

/** The text as the form sent it: fields that it does not name are those of the base. */
function changedText(base: TextData, change: Change<'cms/content'>): TextData {
  const values = new Map<string, unknown>(change.given.entries())
  const fields = textFields.map((name) => [name, values.has(name) ? (values.get(name) ?? null) : base[name]])
  // Values of the same columns.
  return Object.fromEntries(fields) as unknown as TextData
}

/** The channels of a text, compared with those that it had. */
async function checkChannels(scope: Scope, query: Reading, data: TextData, before: TextRow | null) {
  const { language } = scope
  const channel = await query
    .selectFrom('cms_channel')
    .select(['id', 'model', 'type', 'name'])
    .where('id', '=', data.channel_id)
    .executeTakeFirstOrThrow()
  const refuse = (field: string, sentence: string): never => {
    throw new OperationError('invalid', { errors: { [field]: sentence } })
  }
  if (channel.type === 'link') refuse('channel_id', t(language, 'channel.none', { name: channel.name }))
  if (before && before.channel_id !== data.channel_id && before.model !== channel.model)
    refuse('channel_id', t(language, 'channel.model'))
  if (idsIn(data.channel_ids).includes(data.channel_id)) refuse('channel_ids', t(language, 'channel.double'))
  return channel
}

/** The text that waits, or else the one that is stored. */
export async function editedText(scope: Scope, query: Reading, row: TextRow): Promise<TextData> {
  return row.pending_seq === null ? textDataOf(row) : dataOf(await findRevision(scope, query, row.id, row.pending_seq))
}

/** Changes of a live text wait: what is stored stays as it is. */
async function keepWaiting(
  scope: Scope,
  trx: Transaction,
  change: Change<'cms/content'>,
  current: TextRow,
): Promise<void> {
  const live = textDataOf(current)
  const edited = await editedText(scope, trx, current)
  const next = changedText(edited, change)
  await checkChannels(scope, trx, next, current)
  // Guard T15: an edit of a live text changes nothing that visitors see.
  for (const name of textFields) if (change.given.has(name)) change.overrides.set(name, current[name])
  change.overrides.set('content_text', current.content_text)
  if (isSameText(next, edited)) return
  await endPending(trx, current.id, 'superseded')
  if (isSameText(next, live)) {
    change.overrides.set('pending_seq', null)
    return
  }
  change.overrides.set('pending_seq', await addRevision(scope, trx, current.id, { data: next, state: 'pending' }))
  change.warnings.push(t(scope.language, 'live.waits'))
  if (current.pending_seq === null)
    await announceReview(trx, { id: current.id, title: current.title, refusal: current.memo })
}

const readTags = async (query: Reading, ids: readonly number[]): Promise<readonly number[]> =>
  ids.length === 0
    ? []
    : (await query.selectFrom('cms_content').select('tags').where('id', 'in', ids).execute()).flatMap(({ tags }) =>
        idsIn(tags),
      )

/** Members who wrote these texts. */
const readAuthors = async (query: Reading, ids: readonly number[]): Promise<readonly number[]> =>
  ids.length === 0
    ? []
    : (await query.selectFrom('cms_content').select('user_id').where('id', 'in', ids).execute()).flatMap(
        ({ user_id: id }) => id ?? [],
      )

/** Tags of the revisions that wait, which an approval gives to the text. */
const readWaitingTags = async (query: Reading, ids: readonly number[]): Promise<readonly number[]> =>
  ids.length === 0
    ? []
    : (
        await query
          .selectFrom('cms_content_revision')
          .selectAll()
          .where('content_id', 'in', ids)
          .where('state', '=', 'pending')
          .execute()
      ).flatMap((row) => idsIn(dataOf(row).tags))

/** Tags of a live text before its changes were approved: those of the revision before the last. */
async function readFormerTags(query: Reading, ids: readonly number[]): Promise<readonly number[]> {
  const revisions = await Promise.all(
    ids.map((id) =>
      query
        .selectFrom('cms_content_revision')
        .selectAll()
        .where('content_id', '=', id)
        .where('state', '=', 'applied')
        .orderBy('seq', 'desc')
        .limit(2)
        .execute(),
    ),
  )
  return revisions.flat().flatMap((row) => idsIn(dataOf(row).tags))
}

/** Stores a text that is not live with a revision. */
async function keepRevision(scope: Scope, trx: Transaction, row: TextRow): Promise<void> {
  const data = textDataOf(row)
  const isAlone = savesAlone.has(trx)
  if (isAlone && (await extendRevision(scope, trx, row.id, data))) return
  await addApplied(scope, trx, row.id, data, isAlone ? autosaveNote : null)
}

const stringsIn = (column: unknown): readonly string[] => {
  const value: unknown = typeof column === 'string' ? JSON.parse(column) : []
  return Array.isArray(value) ? value.map(String) : []
}

/** Tags that an editor has named become tags of the text, in the transaction that saves it. Null = none is named. */
async function withNamedTags(
  scope: Scope,
  trx: Transaction,
  change: Change<'cms/content'>,
  current: readonly number[],
): Promise<string | null> {
  const names = stringsIn(change.given.get('new_tags'))
  if (names.length === 0) return null
  const { actor } = scope
  // Guard T15: who may not add tags suggests them: they are off until an editor turns them on.
  // Without: const areOn = true
  const areOn = actor === null || actor.super || actor.nodes.has('cms/tags/add')
  const tags = change.given.has('tags') ? idsIn(change.given.get('tags') ?? null) : current
  return JSON.stringify([...new Set([...tags, ...(await namedTags(trx, names, areOn))])])
}

/** Before the tags are locked, so that those that were named are as well. */
async function resolveTags(scope: Scope, trx: Transaction, change: Change<'cms/content'>): Promise<void> {
  if (!change.given.has('new_tags')) return
  const row = await trx
    .selectFrom('cms_content')
    .selectAll()
    .where('id', '=', change.id ?? 0)
    .executeTakeFirst()
  const tags = await withNamedTags(scope, trx, change, row ? idsIn((await editedText(scope, trx, row)).tags) : [])
  if (tags !== null) change.given.set('tags', tags)
  change.given.set('new_tags', null)
}

export const contentHooks: Hooks<'cms/content'> = {
  async beforeWrite(scope, trx, change, ids) {
    if (change) await resolveTags(scope, trx, change)
    const chosenTags = idsIn(change?.given.get('tags') ?? null)
    const tags = [...chosenTags, ...(await readTags(trx, ids)), ...(await readWaitingTags(trx, ids))]
    await lockInOrder(scope, [
      lockMembers(scope, trx, await readAuthors(trx, ids)),
      { entity: 'cms/tags', lock: () => lockTags(scope, trx, tags) },
    ])
  },

  async beforeCreate(scope, trx, change) {
    const tags = await withNamedTags(scope, trx, change, [])
    if (tags !== null) change.overrides.set('tags', tags)
    change.overrides.set('new_tags', null)
    // The body was checked against the schema: channel and title are there.
    const data = changedText({} as TextData, change)
    const { model } = await checkChannels(scope, trx, data, null)
    change.overrides.set('model', model)
    change.overrides.set('public_text', derivedOf(data).public_text)
  },

  async beforeUpdate(scope, trx, change, current) {
    if (current.status === 'normal') return keepWaiting(scope, trx, change, current)
    const next = changedText(await editedText(scope, trx, current), change)
    await checkChannels(scope, trx, next, current)
    const { content_text: text, public_text: publicText } = derivedOf(next)
    change.overrides.set('public_text', publicText)
    if (current.pending_seq === null) return
    // The form showed the revision that was restored: what it did not change is of that one.
    for (const name of textFields) change.overrides.set(name, next[name])
    change.overrides.set('content_text', text)
    await endPending(trx, current.id, 'superseded')
    change.overrides.set('pending_seq', null)
  },

  async beforeRemove({ language }, trx, ids) {
    const sold = await trx
      .selectFrom('cms_sale')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('content_id', 'in', ids)
      .where('state', '<>', 3)
      .executeTakeFirstOrThrow()
    const count = Number(sold.count)
    if (count > 0) throw new OperationError('in_use', { sentence: t(language, 'sales', { count }) })
  },

  async afterWrite(scope, trx, { action, ids, edits }) {
    await refreshCounts(trx, [
      ...(await readTags(trx, ids)),
      ...(action === 'approveChanges' ? await readFormerTags(trx, ids) : []),
      ...(edits ?? []).flatMap(({ before }) => idsIn(typeof before['tags'] === 'string' ? before['tags'] : null)),
    ])
    if (action !== 'add' && action !== 'edit') return
    const rows = await trx.selectFrom('cms_content').selectAll().where('id', 'in', ids).execute()
    for (const row of rows) {
      if (row.status !== 'normal') await keepRevision(scope, trx, row)
      if (action === 'add') await logReview(scope, trx, { contentId: row.id, action, from: null, to: row.status })
    }
  },

  /** A form that is opened again shows the changes that wait. */
  async present(scope, rows, purpose) {
    if (purpose !== 'edit') return
    for (const row of rows) {
      const { id, pending_seq: seq } = row
      if (id === undefined || typeof seq !== 'number') continue
      await presentWaiting(scope, row, id, seq)
    }
  },
}

/** Puts the waiting values into a row of the wire, as its columns would. */
async function presentWaiting(scope: Scope, row: Record<string, unknown>, id: number, seq: number): Promise<void> {
  const data = dataOf(await findRevision(scope, scope.database.query, id, seq))
  const lists = new Set(['channel_ids', 'flag', 'images', 'tags', 'downloads'])
  for (const name of textFields) {
    const value = data[name]
    if (name === 'price') row[name] = (Number(value ?? 0) / 100).toFixed(2)
    else if (name === 'title_style') row[name] = value === null ? {} : JSON.parse(String(value))
    else if (lists.has(name)) row[name] = value === null ? [] : JSON.parse(String(value))
    else row[name] = value ?? (typeof row[name] === 'string' ? '' : row[name])
  }
}
