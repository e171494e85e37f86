/** Orders and relocations that name a product, a shelf or a partner: what a refusal shows, so that people can act. */
import { OperationError, type Row, type Scope, type Transaction } from 'tablewright/server'

/** A document as a refusal names it. */
export interface Document {
  /** Entity, for example `wms/outbound`. */
  readonly kind: string
  readonly id: number
  readonly number: string
}

/** How many documents a refusal names. */
const most = 5

const orders = [
  {
    kind: 'wms/warehousing',
    table: 'wms_warehousing',
    lines: 'wms_warehousing_line',
    owner: 'warehousing_id',
    number: 'receipt_no',
  },
  {
    kind: 'wms/outbound',
    table: 'wms_outbound',
    lines: 'wms_outbound_line',
    owner: 'outbound_id',
    number: 'outbound_no',
  },
  {
    kind: 'wms/stocktake',
    table: 'wms_stocktake',
    lines: 'wms_stocktake_line',
    owner: 'stocktake_id',
    number: 'stocktake_no',
  },
] as const

type Reader = Pick<Transaction, 'selectFrom'>
/** Column of lines and of the history by which documents are looked for. */
export type Column = 'product_id' | 'warehouse_shelf_id'

/** Live documents with a line over one of the records, then those that are in its history. */
export async function documentsOver(
  query: Reader,
  column: Column,
  ids: readonly number[],
): Promise<readonly Document[]> {
  const found: Document[] = []
  for (const { kind, table, lines, owner, number } of orders) {
    const rows = await query
      .selectFrom(`${lines} as l`)
      .innerJoin(`${table} as o`, 'o.id', `l.${owner}`)
      .select(['o.id', `o.${number} as number`])
      .where(`l.${column}`, 'in', [...ids])
      .where('o.deletetime', 'is', null)
      .groupBy(['o.id', `o.${number}`])
      .orderBy('o.id')
      .limit(most)
      .execute()
    found.push(...rows.map((row) => documentOf(kind, row)))
  }
  found.push(
    ...(await relocationsOver(
      query,
      column === 'product_id' ? ['product_id'] : ['source_warehouse_shelf_id', 'target_warehouse_shelf_id'],
      ids,
    )),
  )
  const booked = await query
    .selectFrom('wms_inventory_history')
    .select(['order_kind', 'order_id as id', 'order_no as number'])
    .where(column, 'in', [...ids])
    .groupBy(['order_kind', 'order_id', 'order_no'])
    .orderBy('order_id')
    .limit(most)
    .execute()
  return distinct([...found, ...booked.map((row) => documentOf(String(row['order_kind']), row))])
}

async function relocationsOver(
  query: Reader,
  columns: readonly string[],
  ids: readonly number[],
): Promise<readonly Document[]> {
  const found: Document[] = []
  for (const column of columns) {
    const rows = await query
      .selectFrom('wms_relocation')
      .select(['id', 'relocation_no as number'])
      .where(column, 'in', [...ids])
      .where('deletetime', 'is', null)
      .orderBy('id')
      .limit(most)
      .execute()
    found.push(...rows.map((row) => documentOf('wms/relocation', row)))
  }
  return found
}

/** Unaudited documents of a partner. @param kind entity; @param column of the partner */
export async function openDocuments(
  query: Reader,
  kind: 'wms/warehousing' | 'wms/outbound' | 'wms/relocation',
  column: string,
  ids: readonly number[],
): Promise<readonly Document[]> {
  const [table, number] =
    kind === 'wms/relocation'
      ? ['wms_relocation', 'relocation_no']
      : [orders.find((one) => one.kind === kind)!.table, orders.find((one) => one.kind === kind)!.number]
  const open = query
    .selectFrom(table)
    .select(['id', `${number} as number`])
    .where(column, 'in', [...ids])
    .where('deletetime', 'is', null)
    .where('audit_status', '=', 0)
  const rows = await (kind === 'wms/relocation' ? open.where('status', '!=', 3) : open)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map((row) => documentOf(kind, row))
}

const documentOf = (kind: string, row: Readonly<Record<string, Row[string] | undefined>>): Document => ({
  kind,
  id: Number(row['id']),
  number: String(row['number'] ?? row['id']),
})

const distinct = (documents: readonly Document[]): readonly Document[] => [
  ...new Map(documents.map((one) => [`${one.kind} ${one.id}`, one])).values(),
]

/** Throws an OperationError `in_use` when there are documents; it names those whose list the caller may see. @param table entity of what was to be deleted */
export async function refuseInUse(
  scope: Scope,
  trx: Transaction,
  table: string,
  ids: readonly number[],
  documents: readonly Document[],
): Promise<void> {
  if (documents.length === 0) return
  const model = scope.registry.byId(table)!
  const row = await trx
    .selectFrom(model.table)
    .select(model.title)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const references = documents
    .filter(({ kind }) => maySee(scope, kind))
    .slice(0, most)
    .map(({ kind, id, number }) => ({
      table: kind,
      label: scope.registry.byId(kind)!.label[scope.language],
      id,
      title: number,
    }))
  throw new OperationError('in_use', { references, params: { title: String(row?.[model.title] ?? '') } })
}

function maySee({ actor, registry }: Scope, kind: string): boolean {
  const model = registry.byId(kind)
  return model !== undefined && (actor === null || actor.super || actor.nodes.has(`${model.page}/index`.toLowerCase()))
}
