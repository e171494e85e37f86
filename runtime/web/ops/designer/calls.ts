/** The calls of the designer (`/admin/crud.Crud`), and what they answer. */
import type { FormModel, TableModel, Text } from '../../../protocol/index.ts'
import { getData, postData } from '../../core/api/client.ts'

/** An object of a schema document. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }
export type JsonObject = { readonly [key: string]: Json | undefined }

/** A change of schemas; the server knows the list (`generator/edit/operation.ts`). */
export interface Operation {
  readonly op: string
  readonly entity?: string
  readonly field?: string
  readonly [member: string]: unknown
}

export interface Overview {
  /** Why changes cannot be applied here; null = they can. */
  readonly obstacle: string | null
  /** Records by entity; tables that are not in the database yet are missing. */
  readonly rows: Readonly<Record<string, number>>
  readonly problems: readonly SchemaProblem[]
  readonly modules: readonly { readonly name: string; readonly label: Text }[]
  readonly entities: readonly EntitySummary[]
}

export interface EntitySummary {
  readonly id: string
  readonly module: string
  readonly label: Text
  readonly page: string
  readonly fields: readonly { readonly name: string; readonly label: Text }[]
  /** Entities that refer to it. */
  readonly usedBy: readonly string[]
  /** When its file was last changed, in seconds since 1970. */
  readonly changed: number
}

interface SchemaProblem {
  readonly code: string
  readonly file: string
  readonly pointer: string
  readonly line: number
  readonly message: Text
  readonly hint: Text | null
}

interface EntityDocument {
  readonly id: string
  readonly document: JsonObject
}

export interface OpenedEntity extends EntityDocument {
  /** The text as it is stored. */
  readonly base: string
  readonly model: TableModel | null
  readonly form: FormModel | null
}

export interface PlanStep {
  readonly kind: string
  readonly class: 'safe' | 'guarded' | 'destructive'
  readonly table: string
  readonly reason: Text
  readonly rows: number | null
  readonly sql: readonly string[]
  /** A person has to decide about it. */
  readonly isOpen: boolean
  /** Agreeing is enough; otherwise schemas or records have to change first. */
  readonly canAgree: boolean
}

export interface Preview {
  readonly problems: readonly SchemaProblem[]
  readonly entities: readonly { readonly id: string; readonly model: TableModel; readonly form: FormModel }[]
  readonly documents: readonly EntityDocument[]
  readonly words: readonly Text[]
  readonly diffs: readonly { readonly path: string; readonly patch: string }[]
  readonly plan: {
    readonly steps: readonly PlanStep[]
    /** `kept`: values that it rewrites can be restored. `lost`: they cannot. `plain`: it rewrites none. */
    readonly keeps: 'kept' | 'lost' | 'plain'
  } | null
  /** Applying needs it: nothing else than this preview is applied. */
  readonly hash: string | null
}

export interface PastDesign {
  readonly id: string
  readonly by: string
  /** Seconds since 1970. */
  readonly time: number
  readonly words: readonly Text[]
  /** Why it cannot be undone; null = it can. */
  readonly isFinal: 'destructive' | 'undone' | 'expired' | null
  /** The design that it took back, so that taking it back does that one again; null = it is no undo. */
  readonly undoes: string | null
}

/** Operations on documents as they were when they were opened, or a past design to undo. */
export type Change =
  | { readonly operations: readonly Operation[]; readonly bases: Readonly<Record<string, string>> }
  | { readonly undo: string }

const path = '/admin/crud.Crud'

/** Counting the records of a large table takes a while, and the first call starts a process. */
const planTimeoutMs = 60_000

export const loadOverview = (): Promise<Overview> =>
  getData<Overview>(`${path}/index`, '', { quiet: true, timeout: planTimeoutMs })

export const openEntity = (id: string): Promise<OpenedEntity> =>
  getData<OpenedEntity>(`${path}/entity`, `id=${encodeURIComponent(id)}`, { quiet: true })

/** @param entity shown whatever the operations are about @param plan also what happens to the database */
export const previewChange = (change: Change, entity: string | null, plan = false): Promise<Preview> =>
  postData<Preview>(
    `${path}/preview`,
    { ...change, ...(entity !== null && { entity }), plan },
    { quiet: true, timeout: planTimeoutMs },
  )

interface Applied {
  readonly id: string
  /** The server ends, and another one takes its place (`serve`). */
  readonly restarts: boolean
}

const removesTable = (change: Change): boolean =>
  'operations' in change && change.operations.some(({ op }) => op === 'removeEntity')

/** It takes longer, the larger the tables are. */
export const applyChange = (change: Change, hash: string, password: string): Promise<Applied> =>
  postData<Applied>(
    `${path}/${removesTable(change) ? 'delete' : 'apply'}`,
    { ...change, hash, current_password: password },
    { quiet: true, timeout: 0 },
  )

export const patchOf = async (change: Change): Promise<string> =>
  (await postData<{ readonly patch: string }>(`${path}/patch`, change)).patch

export const loadHistory = async (): Promise<readonly PastDesign[]> =>
  (await getData<{ readonly list: readonly PastDesign[] }>(`${path}/history`, '', { quiet: true })).list

/** Records by option of a field, by the value that is stored. */
export async function loadUsage(id: string, field: string): Promise<ReadonlyMap<unknown, number>> {
  const query = new URLSearchParams({ id, field }).toString()
  const { list } = await getData<{ readonly list: readonly { readonly value: unknown; readonly count: number }[] }>(
    `${path}/values`,
    query,
    { quiet: true },
  )
  return new Map(list.map(({ value, count }) => [value, count]))
}

/** Tables of the database that no schema has. */
export const loadTables = async (): Promise<readonly string[]> =>
  (await getData<{ readonly list: readonly string[] }>(`${path}/tables`, '', { quiet: true })).list

/** Names that a label suggests, the best one first. */
export const suggestNames = async (label: Text, fields: readonly string[]): Promise<readonly string[]> =>
  (
    await postData<{ readonly names: readonly string[] }>(
      `${path}/start`,
      { entity: '', label, fields },
      { quiet: true },
    )
  ).names

export interface StartInput {
  readonly from: 'blank' | 'copy' | 'table' | 'sql' | 'csv'
  readonly entity: string
  readonly label: Text
  readonly singular: Text
  /** The entity to copy. */
  readonly source?: string
  /** A table of the database that no schema has. */
  readonly table?: string
  /** A `CREATE TABLE`, or the content of a CSV file. */
  readonly text?: string
}

export const startDocument = async (input: StartInput): Promise<JsonObject> =>
  (await postData<{ readonly document: JsonObject }>(`${path}/start`, input, { quiet: true })).document
