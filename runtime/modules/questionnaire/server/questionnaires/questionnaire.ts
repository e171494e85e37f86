/** Finds questionnaires, and their items by version. */
import { itemOptions } from '#generated/questionnaire/options.ts'
import type { Reading, Row } from '#generated/questionnaire/server.ts'
import { kindNames, type Item } from '../../shared/item.ts'

export type Questionnaire = Row<'questionnaire/questionnaire'> & { readonly id: number }

type Query = Pick<Reading, 'selectFrom'>

/** By its link, or by its number. */
export async function findQuestionnaire(query: Query, link: string): Promise<Questionnaire | null> {
  const rows = query.selectFrom('questionnaire_questionnaire').selectAll().where('delete_time', 'is', null)
  const own = await rows.where('link', '=', link).executeTakeFirst()
  if (own || !/^[1-9]\d{0,9}$/.test(link)) return own ?? null
  return (await rows.where('id', '=', Number(link)).executeTakeFirst()) ?? null
}

export async function questionnaireById(query: Query, id: number): Promise<Questionnaire | null> {
  const row = await query
    .selectFrom('questionnaire_questionnaire')
    .selectAll()
    .where('id', '=', id)
    .where('delete_time', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export interface Version {
  readonly id: number
  readonly no: number
  /** When it was made. */
  readonly time: number
  readonly items: readonly StoredItem[]
}

export interface StoredItem extends Item {
  readonly id: number
}

/** Null where there is no such version. */
export async function readVersion(query: Query, questionnaire: number, no: number): Promise<Version | null> {
  const version = await query
    .selectFrom('questionnaire_version')
    .select(['id', 'no', 'create_time'])
    .where('questionnaire_id', '=', questionnaire)
    .where('no', '=', no)
    .executeTakeFirst()
  if (!version) return null
  const rows = await query
    .selectFrom('questionnaire_item')
    .selectAll()
    .where('questionnaire_version_id', '=', version.id)
    .orderBy('seq')
    .execute()
  return { id: version.id, no: version.no, time: version.create_time ?? 0, items: rows.map(itemOf) }
}

/** All versions, oldest first. */
export async function readVersions(query: Query, questionnaire: number): Promise<readonly Version[]> {
  const versions = await query
    .selectFrom('questionnaire_version')
    .select(['id', 'no', 'create_time'])
    .where('questionnaire_id', '=', questionnaire)
    .orderBy('no')
    .execute()
  const rows = await query
    .selectFrom('questionnaire_item')
    .selectAll()
    .where('questionnaire_id', '=', questionnaire)
    .orderBy('seq')
    .execute()
  return versions.map(({ id, no, create_time }) => ({
    id,
    no,
    time: create_time ?? 0,
    items: rows.filter((row) => row.questionnaire_version_id === id).map(itemOf),
  }))
}

/** The parts of an item that have no column. */
type Details = Omit<Item, 'key' | 'kind' | 'title' | 'must' | 'questionId'>

export function itemOf(row: Row<'questionnaire/item'> & { readonly id: number }): StoredItem {
  return {
    ...(JSON.parse(row.details ?? '{}') as Details),
    id: row.id,
    key: row.item_key,
    kind: kindNames[row.kind] ?? 'short',
    title: row.title,
    must: row.must === 1,
    ...(row.question_id !== null && { questionId: row.question_id }),
  }
}

/** The columns of an item. */
export function columnsOf({ key, kind, title, must, questionId, ...details }: Item) {
  return {
    item_key: key,
    kind: itemOptions.kind[kind],
    title,
    must: must ? itemOptions.must.yes : itemOptions.must.no,
    question_id: questionId ?? null,
    details: JSON.stringify(details),
  }
}
