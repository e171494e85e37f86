/** The calls of one table, as every generated screen makes them. */
import {
  writeListQuery,
  type Language,
  type ListData,
  type ListQuery,
  type TableModel,
} from '../../../protocol/index.ts'
import { rememberFileAddresses } from '../auth/file-addresses.ts'
import { call, getData, postData } from './client.ts'
import { saveBlob } from './save-blob.ts'
import type { Call } from './transport.ts'

/** A record as the server sends it: keys are field names, relations are nested objects. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number }

/**
 * The two wire variants of "move this record": ours names a target and a direction, BuildAdmin's a record to swap
 * with.
 */
export type SortBody =
  | { readonly move: number; readonly target: number; readonly order?: string; readonly direction: 'up' | 'down' }
  | { readonly id: number; readonly targetId: number }

/** Options of a relation picker, one page of them. */
export interface SelectResponse {
  readonly options: readonly Row[]
  readonly total: number
}

export interface SelectRequest {
  readonly quickSearch?: string
  readonly page?: number
  readonly limit?: number
  /** Ids of the rows to return, to show labels of values already selected. */
  readonly init?: readonly (number | string)[]
  /** Conditions every option must meet. */
  readonly search?: ListQuery['search']
}

export interface ExportRequest {
  readonly format: 'csv' | 'xlsx'
  /** Names of fields, in the order of the columns; absent = all of them. */
  readonly columns?: readonly string[]
  /** Name of a field with lines: the file has a row for each line. */
  readonly lines?: string
  /** Absent = the one of the screen. */
  readonly language?: Language
}

interface EditAnswer {
  readonly msg: string
  readonly undo?: number
}

type CallOptions = Partial<Pick<Call, 'quiet' | 'isBackground' | 'notifySuccess' | 'signal' | 'idempotencyKey'>>

export type TableApi = ReturnType<typeof tableApi>

/**
 * The calls of a table. Every function rejects with an `ApiError`, which is shown as a toast unless `quiet`. `add`,
 * `edit` and `del` show a success toast.
 * @param table the model, or a controller's name (`wms.Product`)
 */
export function tableApi(table: Pick<TableModel, 'controller'> | string) {
  const controller = typeof table === 'string' ? table : table.controller
  const base = `/admin/${controller}`
  return {
    controller,
    index: async (query: Partial<ListQuery>, more?: CallOptions): Promise<ListData<Row>> => {
      const data = await getData<ListData<Row>>(`${base}/index`, writeListQuery(query), more)
      rememberFileAddresses(data.list)
      return data
    },
    read: async (id: number, more?: CallOptions): Promise<Row> => {
      const { row } = await getData<{ row: Row }>(`${base}/edit`, `id=${id}`, more)
      rememberFileAddresses([row])
      return row
    },
    add: (body: object, more?: CallOptions): Promise<{ id: number }> =>
      postData(`${base}/add`, body, { notifySuccess: true, ...more }),
    /** The message of the server, and the entry of the log that undoes the edit where there is one. */
    edit: async (body: object & { readonly id: number }, more?: CallOptions): Promise<EditAnswer> => {
      const { msg, data } = await call<{ readonly undo?: number } | null>({
        notifySuccess: true,
        ...more,
        method: 'POST',
        path: `${base}/edit`,
        body,
      })
      return { msg, ...(data?.undo !== undefined && { undo: data.undo }) }
    },
    del: async (ids: readonly number[], more?: CallOptions): Promise<void> => {
      await call({
        notifySuccess: true,
        ...more,
        method: 'DELETE',
        path: `${base}/del`,
        query: ids.map((id) => `ids[]=${id}`).join('&'),
      })
    },
    restore: (ids: readonly number[], more?: CallOptions): Promise<unknown> =>
      postData(`${base}/restore`, { ids }, more),
    sortable: (body: SortBody, more?: CallOptions): Promise<unknown> => postData(`${base}/sortable`, body, more),
    select: (request: SelectRequest, more?: CallOptions): Promise<SelectResponse> => select(base, request, more),
    /** Saves the current list as a file; paging is ignored by the server. */
    download: async (
      query: Partial<ListQuery>,
      { format, columns, lines, language }: ExportRequest,
      name: string,
      more?: CallOptions & Pick<Call, 'onProgress'>,
    ): Promise<void> => {
      const choice = [`format=${format}`]
      if (columns) choice.push(`columns=${columns.join(',')}`)
      if (lines !== undefined) choice.push(`lines=${lines}`)
      if (language) choice.push(`lang=${language}`)
      const list = writeListQuery(query)
      if (list !== '') choice.push(list)
      const file = await call<Blob>({
        ...more,
        method: 'GET',
        path: `${base}/export`,
        query: choice.join('&'),
        expects: 'blob',
        timeout: 0,
      })
      saveBlob(file.data, `${name}.${format}`)
    },
  }
}

async function select(base: string, request: SelectRequest, more?: CallOptions): Promise<SelectResponse> {
  const init = request.init?.length ? { key: 'id', operator: 'IN' as const, values: request.init.map(String) } : null
  const query = writeListQuery({
    select: true,
    isTree: null,
    quickSearch: request.quickSearch ?? '',
    page: request.page ?? 1,
    limit: request.limit ?? 20,
    search: request.search ?? [],
    init,
  })
  const data = await getData<{ options?: readonly Row[]; list?: readonly Row[]; total?: number }>(
    `${base}/index`,
    query,
    more,
  )
  const options = data.options ?? data.list ?? []
  return { options, total: data.total ?? options.length }
}
