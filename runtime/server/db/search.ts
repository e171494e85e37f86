/**
 * The index of the quick search. It has every window of three characters of a row's texts, and at the end of a text
 * those of two and one. A row that contains a text of three or more characters has all windows of that text, and one
 * that contains a shorter text has a window that begins with it, so an index finds all rows that match and few others;
 * the comparison of the texts itself decides. Case is folded for ASCII letters only, as the comparison does.
 */
import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { columnType, fieldOf, isColumn, memoizeByObject, textColumnOf, type TableModel } from '../../protocol/index.ts'
import type { Reading } from './tables.ts'

/** The index of one table. The name is derived from the definition, so that another definition is another index. */
export interface SearchPlan {
  readonly name: string
  readonly columns: readonly SearchColumn[]
}

export interface SearchColumn {
  readonly name: string
  /** Digits after the point of a number, which is compared as its text; absent for texts. */
  readonly scale?: number
}

/** Increase it when windows are made in another way. */
const version = 1
/** Increase it when decimals are read in another way: PostgreSQL has the expression in its indexes. */
const decimalVersion = 2

/**
 * The search index of a table; null where the quick search compares something that has no index: ids only, lists,
 * values without a column. Trees have few rows, and hits appear with all above them, so they have none either.
 */
export const searchPlanOf = memoizeByObject((model: TableModel): SearchPlan | null => {
  if (model.storage !== 'table' || model.adopted || model.tree || model.search.length === 0) return null
  const columns: SearchColumn[] = []
  for (const name of model.search) {
    const field = fieldOf(model, name)
    if (!field || !isColumn(field)) return null
    const type = columnType(field)
    if (type === 'json') return null
    columns.push(type === 'text' ? { name: textColumnOf(field) ?? name } : { name, scale: field.scale ?? 0 })
  }
  const hasDecimals = columns.some(({ scale = 0 }) => scale > 0)
  const facts = JSON.stringify([hasDecimals ? decimalVersion : version, model.table, columns])
  const digest = createHash('sha256').update(facts).digest('hex').slice(0, 8)
  return { name: `${model.table.slice(0, maxTableName)}__search_${digest}`, columns }
})

/** Leaves space for what is appended within the limit of names. */
const maxTableName = 38

/** True for names that `searchPlanOf` can produce. */
export const isSearchName = (name: string): boolean => /__search_[0-9a-f]{8}$/.test(name)

export interface SearchWindows {
  readonly windows: readonly string[]
  /** The only window is shorter than three characters, so rows have windows that begin with it. */
  readonly isPrefix: boolean
}

/** So many windows narrow a search well enough. */
const maxWindows = 16

/** The share of the rows that have a window, of those windows that many have. */
export type WindowShares = ReadonlyMap<string, number>

/**
 * Windows that a row must have to contain the text; null when it has none that an index can have: control characters
 * separate windows. Windows that overlap add little, so they are side by side.
 * @param shares known for windows that many rows have: those that exclude too little are left out
 */
export function windowsOf(text: string, shares: WindowShares): SearchWindows | null {
  const characters = [...fold(text)]
  const length = Math.min(characters.length, 3)
  const last = characters.length - length
  const count = Math.min(Math.ceil(characters.length / 3), maxWindows)
  const starts = Array.from({ length: count }, (_window, step) => Math.floor((last * step) / Math.max(count - 1, 1)))
  const all = new Set(starts.map((start) => characters.slice(start, start + length).join('')))
  // oxlint-disable-next-line no-control-regex
  const windows = [...all].filter((window) => window !== '' && !/[\x00-\x1f\x7f]/.test(window))
  return windows.length === 0 ? null : { windows: worthReading(windows, shares), isPrefix: length < 3 }
}

/**
 * Comparing the texts of a row takes about as long as reading so many rows of a window from the index: 240 to 460 ns
 * where reading takes 9 to 24 ns, with everything in memory.
 */
const rowCost = 30
/** Rare windows are counted as this share of the rows, which most of them are far below. */
const rareShare = 0.01

/** All rare windows, and of the others, rarest first, those that exclude more rows than reading their own costs. */
function worthReading(windows: readonly string[], shares: WindowShares): readonly string[] {
  let left = 1
  return windows
    .map((window) => ({ window, share: shares.get(window) ?? 0 }))
    .sort((a, b) => a.share - b.share)
    .filter(({ share }) => {
      const isWorth = share === 0 || left === 1 || share < left * (1 - share) * rowCost
      if (isWorth) left *= Math.max(share, rareShare)
      return isWorth
    })
    .map(({ window }) => window)
}

const fold = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Rows that show which windows are common, and from which share of them on a window is. */
export const commonSample = { rows: 300, length: 2000 }
const commonShare = 0.05

/**
 * Texts of rows that show which windows are common, spread over the table: rows that were made together are alike.
 * @param text expression over the table as `t`
 */
export async function sampledTexts(
  query: Reading,
  table: string,
  text: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`with recursive _n(_i) as
      (select 1 union all select _i + 1 from _n where _i < ${sql.lit(commonSample.rows)})
    select substr(${text}, 1, ${sql.lit(commonSample.length)}) as text from ${sql.table(table)} as t where t.id in
      (select (select max(id) from ${sql.table(table)}) * _i / ${sql.lit(commonSample.rows)} from _n)`.execute(query)
  return rows.map((row) => row.text)
}

/** Windows that many of the rows have. Few rows show nothing. */
export function commonWindows(texts: readonly string[]): WindowShares {
  const rows = new Map<string, number>()
  for (const text of texts) {
    const characters = [...fold(text)]
    const windows = new Set(characters.slice(2).map((_last, index) => characters.slice(index, index + 3).join('')))
    for (const window of windows) rows.set(window, (rows.get(window) ?? 0) + 1)
  }
  const least = commonSample.rows * commonShare
  return new Map([...rows].flatMap(([window, count]) => (count > least ? [[window, count / texts.length]] : [])))
}

const noShares: WindowShares = new Map()

/** Which search indexes of a database find all rows by now; the others are still being built, or missing. */
export class SearchIndexes {
  readonly #load: () => Promise<readonly string[]>
  readonly #common = new Map<string, WindowShares>()
  #ready: ReadonlySet<string> = new Set()

  /** @param load the names of the complete indexes of the live database */
  constructor(load: () => Promise<readonly string[]>) {
    this.#load = load
  }

  isReady({ name }: SearchPlan): boolean {
    return this.#ready.has(name)
  }

  /** Windows that many rows of the table have, as far as known: asking for them takes time and excludes little. */
  commonOf({ name }: SearchPlan): WindowShares {
    return this.#common.get(name) ?? noShares
  }

  setCommon({ name }: SearchPlan, shares: WindowShares): void {
    this.#common.set(name, shares)
  }

  /** Reads the state again. */
  async refresh(): Promise<void> {
    this.#ready = new Set(await this.#load())
  }
}
