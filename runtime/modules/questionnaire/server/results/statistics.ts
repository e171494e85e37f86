/** Counts by item: of all sheets from the counters, of those with one answer from their answers. */
import { sql } from 'kysely'
import { readHeavy } from 'tablewright/server'
import { questionnaireOptions } from '#generated/questionnaire/options.ts'
import type { Reading, Scope } from '#generated/questionnaire/server.ts'
import { isUpload, keysOf, labelOf, type Item, type ItemKind } from '../../shared/item.ts'
import { readVersions, type Questionnaire, type Version } from '../questionnaires/questionnaire.ts'
import { answeredKey, seenKey } from './counters.ts'

/** Sheets from which on the results of an anonymous questionnaire are shown. */
export const leastAnonymous = 5

export const isAnonymous = ({ anonymous }: Pick<Questionnaire, 'anonymous'>): boolean =>
  anonymous === questionnaireOptions.anonymous.yes

interface ItemResult {
  readonly key: string
  readonly kind: ItemKind
  readonly title: string
  readonly differs: boolean
  readonly seen: number
  readonly answered: number
  readonly options: readonly { readonly key: string; readonly label: string; readonly count: number }[]
}

export interface Results {
  readonly title: string
  readonly sheets: number
  readonly hiddenBelow: number
  readonly medianSeconds: number | null
  readonly items: readonly ItemResult[]
}

/** The answer that a sheet has to have. */
export interface ResultFilter {
  readonly item: string
  readonly option: string
}

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>

/** How often each option was chosen. Versions with the same key are summed. */
export async function readResults(
  scope: Scope,
  questionnaire: Questionnaire,
  filter: ResultFilter | null,
): Promise<Results> {
  const { query } = scope.database
  const { id, title, num } = questionnaire
  const isHidden = isAnonymous(questionnaire) && (num ?? 0) < leastAnonymous
  const none = { title, hiddenBelow: leastAnonymous, medianSeconds: null, items: [] }
  if (isHidden) return { ...none, sheets: num ?? 0 }
  const versions = await readVersions(query, id)
  const counts = filter ? await countFiltered(scope, id, filter) : await readCounters(query, id)
  const sheets = filter ? await countSheets(scope, id, filter) : (num ?? 0)
  // A few sheets of an anonymous questionnaire would say who answered what, and so would all but a few.
  const others = (num ?? 0) - sheets
  if (filter && isAnonymous(questionnaire) && (sheets < leastAnonymous || (others > 0 && others < leastAnonymous)))
    return { ...none, sheets }
  return {
    title,
    sheets,
    hiddenBelow: 0,
    medianSeconds: filter ? null : await medianTime(query, id),
    items: mergedItems(versions).map(({ item, differs }) => resultOf(item, differs, counts.get(item.key) ?? new Map())),
  }
}

interface MergedItem {
  readonly item: Item
  /** The wording is not the same in all versions. */
  readonly differs: boolean
}

/** Items of all versions by key, with the newest wording; options that only older versions have come last. */
export function mergedItems(versions: readonly Version[]): readonly MergedItem[] {
  const merged = new Map<string, MergedItem>()
  const wording = ({ title, options = [], rows = [] }: Item): string =>
    JSON.stringify([title, ...[...options, ...rows].map(({ key, label }) => [key, label])])
  for (const { items } of versions.toReversed())
    for (const item of items) {
      const newer = merged.get(item.key)
      if (!newer) merged.set(item.key, { item, differs: false })
      else {
        const more = (own: Item['options'] = [], other: Item['options'] = []) => [
          ...own,
          ...other.filter(({ key }) => !own.some((option) => option.key === key)),
        ]
        merged.set(item.key, {
          item: {
            ...newer.item,
            options: more(newer.item.options, item.options),
            rows: more(newer.item.rows, item.rows),
          },
          differs: newer.differs || wording(newer.item) !== wording(item),
        })
      }
    }
  return [...merged.values()]
}

function resultOf(item: Item, differs: boolean, counts: ReadonlyMap<string, number>): ItemResult {
  const { key, kind, title } = item
  const keys = isUpload(item) ? [] : keysOf(item)
  return {
    key,
    kind,
    title,
    differs,
    seen: counts.get(seenKey) ?? 0,
    answered: counts.get(answeredKey) ?? 0,
    options: keys.map((option) => ({ key: option, label: labelOf(item, option), count: counts.get(option) ?? 0 })),
  }
}

async function readCounters(query: Pick<Reading, 'selectFrom'>, id: number): Promise<Counts> {
  const rows = await query
    .selectFrom('questionnaire_counter')
    .select(({ fn }) => ['item_key', 'option_key', fn.sum<number>('num').as('num')])
    .where('questionnaire_id', '=', id)
    .groupBy(['item_key', 'option_key'])
    .execute()
  return countsOf(rows.map(({ item_key, option_key, num }) => [item_key, option_key, Number(num)]))
}

function countsOf(rows: Iterable<readonly [string, string, number]>): Counts {
  const counts = new Map<string, Map<string, number>>()
  for (const [item, option, count] of rows) {
    const own = counts.get(item) ?? new Map<string, number>()
    own.set(option, (own.get(option) ?? 0) + count)
    counts.set(item, own)
  }
  return counts
}

/** Sheets with the option: a key in the list of keys, which has quotation marks around it. */
const filteredSheets = (id: number, { item, option }: ResultFilter) => {
  const pattern = `%"${option.replaceAll(/[%_\\]/g, '')}"%`
  return sql<number>`select sheet_id from questionnaire_answer
    where questionnaire_id = ${id} and item_key = ${item} and sid like ${pattern}`
}

async function countSheets(scope: Scope, id: number, filter: ResultFilter): Promise<number> {
  const statement = sql<{ num: number }>`select count(*) as num from (${filteredSheets(id, filter)}) s`
  const [row] = await readHeavy(scope, statement.compile(scope.database.query))
  return Number(row?.num ?? 0)
}

/** Grouped by the database: a list of keys is split here, and there are few different ones. */
async function countFiltered(scope: Scope, id: number, filter: ResultFilter): Promise<Counts> {
  const statement = sql<{ item_key: string; sid: string | null; num: number }>`
    select item_key, sid, count(*) as num from questionnaire_answer
    where questionnaire_id = ${id} and sheet_id in (${filteredSheets(id, filter)})
    group by item_key, sid`
  const rows = await readHeavy(scope, statement.compile(scope.database.query))
  return countsOf(
    rows.flatMap(({ item_key, sid, num }) => {
      const keys = typeof sid === 'string' ? (JSON.parse(sid) as readonly string[]) : []
      // How many saw an item is not known of single sheets: everybody who answered it did.
      return [answeredKey, seenKey, ...keys].map((key) => [String(item_key), key, Number(num)] as const)
    }),
  )
}

/** Seconds that half of the people needed at most, read at its place in the index. */
async function medianTime(query: Pick<Reading, 'selectFrom'>, id: number): Promise<number | null> {
  const own = query.selectFrom('questionnaire_sheet').where('questionnaire_id', '=', id).where('times', 'is not', null)
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (Number(count) === 0) return null
  const row = await own
    .select('times')
    .orderBy('times')
    .limit(1)
    .offset(Math.floor((Number(count) - 1) / 2))
    .executeTakeFirst()
  return row?.times ?? null
}
