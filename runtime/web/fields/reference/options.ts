/** Options of a reference, requested page by page while the picker is open. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  codes,
  displayDecimal,
  isEmpty,
  type Filter,
  type Language,
  type RelationModel,
} from '../../../protocol/index.ts'
import { ApiError } from '../../core/api/api-error.ts'
import { tableApi } from '../../core/api/table.ts'
import type { WireRow } from '../input-props.ts'
import { referenceText } from '../record-names.ts'
import { needsOptions, type PickerOption, type PickerOptions, type PickerState } from '../picker/picker.ts'

const pageSize = 20
/** Milliseconds without a key after which the typed text is searched: a scanner needs up to 35, a person more. */
const debounceMs = 40

interface LoadedOptions {
  readonly rows: readonly WireRow[]
  readonly page: number
  readonly total: number
  readonly state: PickerOptions['state']
  /** The right that is missing, and whom to ask for it. */
  readonly problem?: string | null
}

/** What was found so far. */
export interface RemoteRows extends Pick<PickerOptions, 'state' | 'more' | 'retry' | 'problem'> {
  readonly rows: readonly WireRow[]
}

const nothing: LoadedOptions = { rows: [], page: 0, total: 0, state: 'loading' }

/**
 * @param filters conditions that come from other fields of the record
 * @returns the rows found so far; only the answer to what was typed last counts
 */
export function useRemoteRows(relation: RelationModel, picker: PickerState, filters: readonly Filter[]): RemoteRows {
  const { query } = picker
  const isWanted = picker.wanted !== null
  const isOpen = needsOptions(picker)
  const request = JSON.stringify([isOpen, relation.controller, query, filters])
  const [shownRequest, setShownRequest] = useState(request)
  const [loaded, setLoaded] = useState<LoadedOptions>(nothing)
  if (shownRequest !== request) {
    setShownRequest(request)
    setLoaded(nothing)
  }
  const latest = useRef(0)
  const fetchPage = async (page: number, before: readonly WireRow[]) => {
    const turn = ++latest.current
    setLoaded({ rows: before, page, total: 0, state: 'loading' })
    try {
      const answer = await tableApi(relation.controller).select(
        { quickSearch: query.trim(), page, limit: pageSize, search: filters },
        { quiet: true },
      )
      if (turn === latest.current)
        setLoaded({ rows: withNew(before, answer.options), page, total: answer.total, state: 'ready' })
    } catch (error) {
      const problem = error instanceof ApiError && error.code === codes.forbidden ? error.message : null
      if (turn === latest.current) setLoaded({ rows: before, page: page - 1, total: 0, state: 'failed', problem })
    }
  }
  const fetchFirstPage = useEffectEvent((_request: string) => void fetchPage(1, []))
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => fetchFirstPage(request), query === '' || isWanted ? 0 : debounceMs)
    return () => {
      clearTimeout(timer)
      latest.current += 1
    }
  }, [isOpen, isWanted, query, request])
  const next = () => void fetchPage(loaded.page + 1, loaded.rows)
  const hasMore = loaded.state === 'ready' && loaded.page * pageSize < loaded.total
  return {
    rows: loaded.rows,
    state: loaded.state,
    problem: loaded.problem ?? null,
    more: hasMore ? next : null,
    retry: next,
  }
}

/** A later page may repeat a row that came first because the text names it exactly. */
function withNew(before: readonly WireRow[], next: readonly WireRow[]): readonly WireRow[] {
  const ids = new Set(before.map((row) => row['id']))
  return [...before, ...next.filter((row) => !ids.has(row['id']))]
}

/**
 * Rows as options. A tree arrives as a flat list whose labels are indented with signs (`    ├`); they become a depth.
 * @param isExcluded rows that cannot be selected, and everything below them
 */
export function optionsOfRows(
  rows: readonly WireRow[],
  relation: RelationModel,
  language: Language,
  isExcluded: (row: WireRow) => boolean = () => false,
): PickerOption[] {
  let excludedFrom = Number.POSITIVE_INFINITY
  return rows.map((row) => {
    const { label, depth } = withoutBranch(String(row[relation.show] ?? ''))
    if (depth <= excludedFrom) excludedFrom = isExcluded(row) ? depth : Number.POSITIVE_INFINITY
    return {
      value: Number(row['id']),
      label: depth === 0 ? referenceText(relation, row) : label,
      keys: keysOf(row, label, relation),
      ...detailOf(row, relation, language),
      depth,
      isDisabled: depth >= excludedFrom,
    }
  })
}

/** Texts as they are, numbers with their label. Those the caller may not see are not sent. */
function detailOf(row: WireRow, { details = [] }: RelationModel, language: Language): Pick<PickerOption, 'detail'> {
  const texts = details.flatMap(({ name, label }) => {
    const value = row[name]
    if (isEmpty(value)) return []
    return [label ? `${label[language]} ${displayDecimal(String(value))}` : String(value)]
  })
  return texts.length > 0 ? { detail: texts.join(' · ') } : {}
}

/** What else the row is searched by. */
function keysOf(row: WireRow, label: string, { details = [] }: RelationModel): readonly string[] {
  const numbers = new Set(details.filter((detail) => detail.label).map(({ name }) => name))
  const texts = Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && !numbers.has(name) ? [value] : [],
  )
  return [label, ...texts]
}

function withoutBranch(text: string): { label: string; depth: number } {
  const branch = /^( {4}│? *)[├└]/.exec(text)
  if (!branch) return { label: text, depth: 0 }
  const [prefix, indent = ''] = branch
  return { label: text.slice(prefix.length), depth: indent.replaceAll('│', '').length / 4 }
}
