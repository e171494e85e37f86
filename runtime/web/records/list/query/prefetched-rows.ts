/** The first rows of the list in the address, asked for before the list itself is rendered. */
import type { ListData, TableModel } from '../../../../protocol/index.ts'
import { tableApi, type Row, type TableApi } from '../../../core/api/table.ts'
import { session } from '../../../core/auth/session.ts'
import { readPreferences } from '../columns/preferences.ts'
import { currentLanguage } from '../../../core/i18n/language.ts'
import { defaultPageSize, plainState, queryOf, readListState } from './list-state.ts'

export interface PrefetchedRows {
  readonly request: Promise<ListData<Row>>
  readonly abort: AbortController
  /** The answer once it is there. */
  answer: ListData<Row> | null
}

interface Guess extends PrefetchedRows {
  /** What was asked for, and by whom. */
  readonly key: string
  readonly at: number
}

/** Milliseconds after which rows are not shown any more: they may have changed meanwhile. */
const maxAgeMs = 10_000

let guess: Guess | null = null
/** Only the first list can use what was asked for ahead; a later request would cancel the one it has sent itself. */
let hasList = false

/**
 * Sends the first request of the list of `model` at an address with the query `search`. Resolves with the answer, or
 * with none: a list that asks for something else sends its own request.
 */
export async function prefetchRows(model: TableModel, search: string): Promise<void> {
  if (hasList) return
  const state = readListState(search, model) ?? plainState
  const limit = state.limit ?? readPreferences(session.admin.id, model).limit ?? defaultPageSize
  const query = queryOf(state, limit)
  const api = tableApi(model)
  const abort = new AbortController()
  const sent: Guess = {
    key: keyOf(api, JSON.stringify(query)),
    at: Date.now(),
    request: api.index(query, { quiet: true, signal: abort.signal }),
    abort,
    answer: null,
  }
  guess = sent
  await sent.request.then(
    (answer) => {
      sent.answer = answer
    },
    // Nobody has asked for it yet, so whoever does sends the request again.
    () => {
      if (guess === sent) guess = null
    },
  )
}

/** What was asked for ahead, when it is what the first list asks for; it is given out once. */
export function takePrefetchedRows(api: TableApi, query: string): PrefetchedRows | null {
  const request = guess
  guess = null
  hasList = true
  if (!request) return null
  if (request.key === keyOf(api, query) && Date.now() - request.at < maxAgeMs) return request
  request.abort.abort()
  return null
}

const keyOf = ({ controller }: TableApi, query: string): string =>
  [controller, query, session.admin.token, currentLanguage()].join('\n')
