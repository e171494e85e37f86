/**
 * Puts demo records into a fresh database: one transaction, references and pictures resolved, the same for the same
 * list.
 */
import { fieldOf, type FieldModel, type StoredValue, type TableModel } from '../protocol/index.ts'
import type { Reading, Row, Transaction } from './db/index.ts'
import type { DemoPicture, DemoRecord, DemoValue } from './server-module.ts'
import { storeDrawing } from './files/attachments.ts'
import { defaultsOf, readField } from './records/body.ts'
import { insertRecord } from './records/create.ts'
import { newRow } from './records/new-row.ts'
import { reserveNumbers } from './records/numbers.ts'
import { applyTableRules } from './records/policy/rules.ts'
import { nowSeconds } from './core/clock.ts'
import { isAdmin } from './operation/access/actor.ts'
import type { Scope } from './operation/scope.ts'

/** Seconds that records are older than the present: what happened with them happened since then. */
const age = 90 * 86_400

/** Stores a drawing and returns its address. */
type StorePicture = (svg: string, name: string) => Promise<string>

/** Address of every picture of a record, in order. */
type Pictures = ReadonlyMap<DemoPicture, string>

export interface SeedOptions {
  readonly storePicture?: StorePicture
  /** Records whose natural key exists already are skipped; references to them lead to the existing ones. */
  readonly skipKnown?: boolean
  /** Nothing is inserted when one of the tables has records by then, which another process may have loaded. */
  readonly onlyEmpty?: boolean
}

/**
 * Inserts the records in their order; pictures are drawn first, outside the transaction.
 * @returns how many were inserted. Throws when a record names an unknown table, field or key, which is a defect of the
 * demo data.
 */
export async function seedDemo(
  scope: Scope,
  records: readonly DemoRecord[],
  options: SeedOptions = {},
): Promise<number> {
  const { storePicture = (svg: string, name: string) => draw(scope, svg, name) } = options
  const { skipKnown = false, onlyEmpty = false } = options
  const pictures = await drawAll(records, storePicture)
  const now = nowSeconds() - age
  return scope.database.write(async (trx) => {
    // Not every key of a record has a unique index.
    // Guard T85: demo data is loaded by one process at a time.
    await scope.database.adapter.lockName(trx, 'demo data')
    if (onlyEmpty && (await filledTables(scope, records, trx)).length > 0) return 0
    const ids = new Map<string, number>()
    let inserted = 0
    for (const record of records) {
      const { model, row } = rowOf(scope, record, { ids, pictures, now })
      const known = skipKnown ? await knownId(model, trx, row) : null
      ids.set(record.key, known ?? (await insertRecord(model, trx, await numbered(scope, model, trx, row))))
      if (known === null) inserted++
    }
    if (inserted > 0) await scope.audit?.(trx, { title: seeded, data: { records: inserted } })
    return inserted
  })
}

/** A record that gets its number from the server gets it here as well. */
async function numbered(scope: Scope, { number }: TableModel, trx: Transaction, row: Row): Promise<Row> {
  if (!number || (row[number.field] ?? null) !== null) return row
  const [next = null] = await reserveNumbers(scope, trx, number, 1)
  return { ...row, [number.field]: next }
}

/** Tables of the records that are not empty, deleted records included. */
export async function filledTables(
  { database, registry }: Scope,
  records: readonly DemoRecord[],
  query: Reading = database.query,
): Promise<readonly TableModel[]> {
  const filled: TableModel[] = []
  for (const id of new Set(records.map((record) => record.table))) {
    const model = registry.byId(id)
    if (model && (await query.selectFrom(model.table).select('id').limit(1).executeTakeFirst())) filled.push(model)
  }
  return filled
}

interface Progress {
  readonly ids: ReadonlyMap<string, number>
  readonly pictures: Pictures
  readonly now: number
}

function rowOf(scope: Scope, record: DemoRecord, { ids, pictures, now }: Progress): { model: TableModel; row: Row } {
  const model = scope.registry.byId(record.table)
  if (!model) throw new Error(`demo record ${record.key}: there is no table ${record.table}`)
  const values = new Map<string, StoredValue>(defaultsOf(model))
  for (const [name, value] of Object.entries(record.values))
    values.set(
      name,
      storedOf(scope, fieldNamed(scope, model, record, name), resolved(record, value, ids, pictures), record),
    )
  const row = newRow(model, values, scope.actor?.id ?? null, now)
  const decided = new Map<string, StoredValue>()
  applyTableRules(scope, { model, record: row, old: null }, decided)
  return { model, row: { ...row, ...Object.fromEntries(decided) } }
}

/** The live record of the same natural key (of the same title where there is no key). */
async function knownId(model: TableModel, trx: Transaction, row: Row): Promise<number | null> {
  let found = trx.selectFrom(model.table).select('id')
  for (const name of model.key.length > 0 ? model.key : [model.title]) {
    const value = row[name] ?? null
    found = value === null ? found.where(name, 'is', null) : found.where(name, '=', value)
  }
  if (model.softDelete) found = found.where(model.softDelete, 'is', null)
  const one = await found.limit(1).executeTakeFirst()
  return one ? Number(one['id']) : null
}

/** True for columns of ledgers and of the balances they maintain. */
function isWrittenByPostings({ registry }: Scope, model: TableModel, name: string): boolean {
  if (model.ledger) return true
  const balances = registry.list
    .flatMap(({ ledger }) => ledger?.balances ?? [])
    .filter(({ table }) => table === model.table)
  return balances.some(({ creates, field, last }) => creates || name === field || name === last)
}

function fieldNamed(scope: Scope, model: TableModel, record: DemoRecord, name: string): FieldModel {
  const field = fieldOf(model, name)
  if (!field || (field.implicit && name !== model.sort))
    throw new Error(`demo record ${record.key}: ${model.id} has no field ${name}`)
  if (isWrittenByPostings(scope, model, name))
    throw new Error(`demo record ${record.key}: ${model.id}.${name} is written by postings only`)
  return field
}

function storedOf(scope: Scope, field: FieldModel, value: unknown, record: DemoRecord): StoredValue {
  if (value === null || value === '') return null
  const read = readField(field, value, scope.settings)
  if ('problem' in read)
    throw new Error(`demo record ${record.key}: ${field.name} breaks the rule ${read.problem.rule}`)
  return read.stored
}

function resolved(record: DemoRecord, value: DemoValue, ids: Progress['ids'], pictures: Pictures): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isPictures(value)) return value.map((picture) => pictures.get(picture))
  if ('svg' in value) return pictures.get(value)
  const id = ids.get(value.ref)
  if (id === undefined) throw new Error(`demo record ${record.key}: ${value.ref} does not come before it`)
  return id
}

const isPictures = (value: object): value is readonly DemoPicture[] => Array.isArray(value)

function picturesOf(value: DemoValue): readonly DemoPicture[] {
  if (typeof value !== 'object' || value === null) return []
  if (isPictures(value)) return value
  return 'svg' in value ? [value] : []
}

/** Two at once, as the drawing itself allows. */
async function drawAll(records: readonly DemoRecord[], storePicture: StorePicture): Promise<Pictures> {
  const wanted = records.flatMap((record) =>
    Object.values(record.values)
      .flatMap(picturesOf)
      .map((picture) => ({ picture, name: record.key.replace(/\W+/g, '-') })),
  )
  const found = new Map<DemoPicture, string>()
  const work = wanted.values()
  const worker = async (): Promise<void> => {
    for (const { picture, name } of work) found.set(picture, await storePicture(picture.svg, name))
  }
  await Promise.all([worker(), worker()])
  return found
}

/** Loading demo data is one entry in the log, not one a picture. */
async function draw({ database, settings, actor }: Scope, svg: string, name: string): Promise<string> {
  const owner = isAdmin(actor) ? actor : null
  return (await storeDrawing({ database, settings, actor: owner }, { name, svg, topic: 'demo' })).url
}

const seeded = { 'zh-cn': '加载演示数据', en: 'Load demo data' } as const
