/**
 * Full-text search with the best first: the search index finds candidates, the same comparison as that of lists
 * decides, and the texts themselves give the order.
 */
import { sql, type RawBuilder } from 'kysely'
import {
  fieldOf,
  isTextual,
  kinds,
  snippetOf,
  type FieldModel,
  type SnippetPart,
  type TableModel,
} from '../../../protocol/index.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { WireRow } from '../../core/models/row-shape.ts'
import type { Row } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { findRows, planOf, type Where } from '../api/find.ts'
import { anyOf } from '../query/condition.ts'
import { contains, textOf } from '../query/operators.ts'
import { fromWhere } from '../query/page.ts'
import type { Plan } from '../query/plan.ts'
import { readRows, refuseOverBudget } from '../query/run.ts'
import { sourceOf, sourcesOf, type Source } from '../query/source.ts'
import { statementOf } from '../query/statement.ts'
import { scoreOf, termsOf, type RankedTexts, type Terms } from './rank.ts'

export interface SearchRequest<Values> {
  /** Words, all of which a record has to have, in any of the fields of its quick search. */
  readonly text: string
  readonly where?: Where<Values>
  /**
   * How much a word counts in each field. By default: in the title 8, in tags 4, in a text of one line 2, in other
   * texts 1.
   */
  readonly weights?: { readonly [Name in keyof Values & string]?: number }
  /** Field with the time that makes a record new; null = age does not count. By default that of its last change. */
  readonly time?: (keyof Values & string) | null
  readonly limit?: number
  readonly offset?: number
}

export interface SearchHit<Values> {
  readonly row: Values
  /** By field of the search that has one of the words: the part of its text around them. */
  readonly snippets: { readonly [Name in keyof Values & string]?: readonly SnippetPart[] }
}

export interface SearchAnswer<Values> {
  /** Best first. */
  readonly hits: readonly SearchHit<Values>[]
  /** How many can be paged through, at most 200. */
  readonly total: number
  /** More records match than those. */
  readonly hasMore: boolean
}

const searchLimits = {
  /** Records that are compared with each other: of more, the newest. */
  candidates: 750,
  /** Hits that can be paged through. */
  hits: 200,
  /** Characters of a text that count for the order. */
  text: 4000,
} as const

const usualLimit = 20

type Values = Record<string, unknown>

export async function searchRows(
  scope: Scope,
  model: TableModel,
  { text, where = {}, weights = {}, time, limit = usualLimit, offset = 0 }: SearchRequest<Values>,
): Promise<SearchAnswer<WireRow>> {
  const terms = termsOf(text)
  if (terms.length === 0) return { hits: [], total: 0, hasMore: false }
  const longest = terms.reduce((left, right) => (right.length > left.length ? right : left))
  const plan = await planOf(scope, model, where, { quickSearch: longest })
  const names = plan.model.search
  const fields = names.flatMap((name) => fieldOf(plan.model, name) ?? [])
  const sources = sourcesOf(plan.model, scope.registry, scope.database.adapter)
  const context = { adapter: scope.database.adapter, timeZone: scope.settings.timeZone, language: scope.language }
  const others = terms
    .filter((term) => term !== longest)
    .map((term) => anyOf(names.map((name) => contains(sourceOf(sources, name), term, context))))
  const timeName = time === undefined ? (plan.model.updated ?? plan.model.created) : time
  const whole = { ...plan, conditions: [...plan.conditions, ...others] }
  if (plan.search === null) await refuseOverBudget(scope, whole)
  const candidates = await readCandidates(scope, whole, {
    texts: names.map((name) => [name, textOf(sourceOf(sources, name), context)]),
    time: timeName === null ? null : sourceOf(sources, timeName),
  })
  const weightOf = Object.fromEntries(
    fields.map((field) => [field.name, weights[field.name] ?? usualWeight(plan.model, field)]),
  )
  const now = nowSeconds()
  const ranked = candidates
    .map((candidate) => ({ id: candidate.id, score: scoreOf(candidate, terms, weightOf, now) }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
  const ids = ranked.slice(0, searchLimits.hits).map(({ id }) => id)
  return {
    hits: await readHits(scope, model, ids.slice(offset, offset + limit), terms, fields),
    total: ids.length,
    hasMore: candidates.length > ids.length,
  }
}

function usualWeight(model: TableModel, { name, kind, maxLength = 0 }: FieldModel): number {
  if (name === model.title) return 8
  if (kinds[kind].column === 'json') return 4
  return kinds[kind].plainText || maxLength > 255 ? 1 : 2
}

/** The columns that the order depends on. */
interface RankedColumns {
  readonly texts: readonly (readonly [name: string, text: RawBuilder<unknown>])[]
  readonly time: Source | null
}

/** The newest records that match, with the beginnings of their texts. */
async function readCandidates(
  scope: Scope,
  plan: Plan,
  { texts, time }: RankedColumns,
): Promise<readonly RankedTexts[]> {
  const { adapter } = scope.database
  const columns = [
    sql`${sql.id('t', 'id')} as id`,
    sql`${time === null ? sql`null` : time.column} as _time`,
    ...texts.map(
      ([, text], index) => sql`substr(${text}, 1, ${sql.lit(searchLimits.text)}) as ${sql.id(`_text${index}`)}`,
    ),
  ]
  const statement = statementOf(
    scope.database,
    sql`select ${sql.join(columns)} ${fromWhere(adapter, plan, sql``, plan.search ? 'found' : 'free')}
      order by ${sql.id('t', 'id')} desc limit ${sql.lit(searchLimits.candidates + 1)}`,
    plan.now,
  )
  const rows: readonly Row[] = await readRows(scope, plan, statement, 'heavy')
  return rows.slice(0, searchLimits.candidates).map((row) => ({
    id: Number(row['id']),
    time: row['_time'] === null ? null : Number(row['_time']),
    texts: Object.fromEntries(texts.map(([name], index) => [name, String(row[`_text${index}`] ?? '')])),
  }))
}

async function readHits(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  terms: Terms,
  fields: readonly FieldModel[],
): Promise<readonly SearchHit<WireRow>[]> {
  if (ids.length === 0) return []
  const rows = await findRows(scope, model, { where: { id: ids }, limit: ids.length })
  const byId = new Map(rows.map((row) => [Number(row['id']), row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ row, snippets: snippetsOf(row, terms, fields) }] : []
  })
}

function snippetsOf(
  row: WireRow,
  terms: Terms,
  fields: readonly FieldModel[],
): Readonly<Record<string, readonly SnippetPart[]>> {
  const entries = fields.filter(isTextual).map(({ name, kind }): [string, readonly SnippetPart[]] => {
    const value = String(row[name] ?? '')
    return [name, snippetOf(kinds[kind].plainText?.(value) ?? value, terms)]
  })
  return Object.fromEntries(entries.filter(([, parts]) => parts.some(({ isMatch }) => isMatch)))
}
