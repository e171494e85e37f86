/** Puts demo records into a fresh database: one transaction, references and pictures resolved, the same for the same list. */
import { fieldOf, kinds, type FieldModel, type StoredValue, type TableModel } from '../../protocol/index.ts'
import type { Row, Write } from '../db/index.ts'
import type { DemoPicture, DemoRecord, DemoValue } from '../server-module.ts'
import { storeDrawing } from '../upload/attachments.ts'
import { defaultsOf } from './body.ts'
import { insertRecord, newRow } from './create.ts'
import { nowSeconds, type Scope } from './scope.ts'

/** Stores a drawing of ours and answers its address. */
export type StorePicture = (svg: string, name: string) => Promise<string>

/** Address of every picture of a record, in order. */
type Pictures = ReadonlyMap<DemoPicture, string>

/**
 * Inserts the records in their order; pictures are drawn first, outside the transaction.
 * @returns how many records there are now of them
 * Throws when a record names an unknown table, field or key: demo data is ours, so that is a defect.
 */
export async function seedDemo(scope: Scope, records: readonly DemoRecord[], storePicture: StorePicture = (svg, name) => draw(scope, svg, name)): Promise<number> {
  const pictures = await drawAll(records, storePicture)
  const now = nowSeconds()
  await scope.database.write(async (trx) => {
    const ids = new Map<string, number>()
    for (const record of records) ids.set(record.key, await insertDemo(scope, trx, record, { ids, pictures, now }))
  })
  return records.length
}

interface Progress {
  readonly ids: ReadonlyMap<string, number>
  readonly pictures: Pictures
  readonly now: number
}

function insertDemo(scope: Scope, trx: Write, record: DemoRecord, { ids, pictures, now }: Progress): Promise<number> {
  const model = scope.registry.byId(record.table)
  if (!model) throw new Error(`demo record ${record.key}: there is no table ${record.table}`)
  const values = new Map<string, StoredValue>(defaultsOf(model))
  for (const [name, value] of Object.entries(record.values)) values.set(name, storedOf(scope, fieldNamed(model, record, name), resolved(record, value, ids, pictures), record))
  const row: Row = newRow(model, values, scope.actor?.id ?? null, now)
  return insertRecord(trx, model, row)
}

function fieldNamed(model: TableModel, record: DemoRecord, name: string): FieldModel {
  const field = fieldOf(model, name)
  if (!field || (field.implicit && name !== model.sort)) throw new Error(`demo record ${record.key}: ${model.id} has no field ${name}`)
  return field
}

function storedOf(scope: Scope, field: FieldModel, value: unknown, record: DemoRecord): StoredValue {
  if (value === null || value === '') return null
  const read = kinds[field.kind].read(value, field, scope.settings)
  if ('problem' in read) throw new Error(`demo record ${record.key}: ${field.name} breaks the rule ${read.problem.rule}`)
  return kinds[field.kind].toStored(read.value, field)
}

function resolved(record: DemoRecord, value: DemoValue, ids: Progress['ids'], pictures: Pictures): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isPictures(value)) return value.map((picture) => pictures.get(picture))
  if ('svg' in value) return pictures.get(value)
  const id = ids.get(value.ref)
  if (id === undefined) throw new Error(`demo record ${record.key}: ${value.ref} does not stand before it`)
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
  const wanted = records.flatMap((record) => Object.values(record.values).flatMap(picturesOf).map((picture) => ({ picture, name: record.key.replace(/\W+/g, '-') })))
  const found = new Map<DemoPicture, string>()
  const work = wanted.values()
  const worker = async (): Promise<void> => {
    for (const { picture, name } of work) found.set(picture, await storePicture(picture.svg, name))
  }
  await Promise.all([worker(), worker()])
  return found
}

async function draw(scope: Scope, svg: string, name: string): Promise<string> {
  return (await storeDrawing(scope, { name, svg, topic: 'demo' })).url
}
