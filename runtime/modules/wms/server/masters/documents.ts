/** Orders and relocations that name a product, a shelf or a partner: what a refusal shows, so that people can act. */
import { relocationOptions, warehousingOptions } from '../../../../../generated/wms/options.ts'
import type { RecordReference } from 'tablewright/protocol'
import { OperationError } from 'tablewright/server'
import type { Reading, Scope } from '../types.ts'

/** A document as a refusal names it. */
export interface Document {
  /** Entity, for example `wms/outbound`. */
  readonly kind: string
  readonly id: number
  readonly number: string
}

/** How many documents a refusal names. */
export const maxDocuments = 5

/** Column of lines and of the history by which documents are looked for. */
export type Column = 'product_id' | 'warehouse_shelf_id'

type Ids = readonly number[]

/** Live documents with a line over one of the records, then those that are in its history. */
export async function documentsOver(query: Reading, column: Column, ids: Ids): Promise<readonly Document[]> {
  return distinct([
    ...(await inboundOver(query, column, ids)),
    ...(await outboundOver(query, column, ids)),
    ...(await stocktakesOver(query, column, ids)),
    ...(await relocationsOver(
      query,
      column === 'product_id' ? ['product_id'] : ['source_warehouse_shelf_id', 'target_warehouse_shelf_id'],
      ids,
    )),
    ...(await bookedOver(query, column, ids)),
  ])
}

async function inboundOver(query: Reading, column: Column, ids: Ids): Promise<readonly Document[]> {
  const rows = await query
    .selectFrom('wms_warehousing_line as l')
    .innerJoin('wms_warehousing as o', 'o.id', 'l.warehousing_id')
    .select(['o.id', 'o.receipt_no as number'])
    .where(`l.${column}`, 'in', ids)
    .where('o.deletetime', 'is', null)
    .groupBy(['o.id', 'o.receipt_no'])
    .orderBy('o.id')
    .limit(maxDocuments)
    .execute()
  return rows.map((row) => documentOf('wms/warehousing', row))
}

async function outboundOver(query: Reading, column: Column, ids: Ids): Promise<readonly Document[]> {
  const rows = await query
    .selectFrom('wms_outbound_line as l')
    .innerJoin('wms_outbound as o', 'o.id', 'l.outbound_id')
    .select(['o.id', 'o.outbound_no as number'])
    .where(`l.${column}`, 'in', ids)
    .where('o.deletetime', 'is', null)
    .groupBy(['o.id', 'o.outbound_no'])
    .orderBy('o.id')
    .limit(maxDocuments)
    .execute()
  return rows.map((row) => documentOf('wms/outbound', row))
}

async function stocktakesOver(query: Reading, column: Column, ids: Ids): Promise<readonly Document[]> {
  const rows = await query
    .selectFrom('wms_stocktake_line as l')
    .innerJoin('wms_stocktake as o', 'o.id', 'l.stocktake_id')
    .select(['o.id', 'o.stocktake_no as number'])
    .where(`l.${column}`, 'in', ids)
    .where('o.deletetime', 'is', null)
    .groupBy(['o.id', 'o.stocktake_no'])
    .orderBy('o.id')
    .limit(maxDocuments)
    .execute()
  return rows.map((row) => documentOf('wms/stocktake', row))
}

async function relocationsOver(
  query: Reading,
  columns: readonly ('product_id' | 'source_warehouse_shelf_id' | 'target_warehouse_shelf_id')[],
  ids: Ids,
): Promise<readonly Document[]> {
  const found: Document[] = []
  for (const column of columns) {
    const rows = await query
      .selectFrom('wms_relocation')
      .select(['id', 'relocation_no as number'])
      .where(column, 'in', ids)
      .where('deletetime', 'is', null)
      .orderBy('id')
      .limit(maxDocuments)
      .execute()
    found.push(...rows.map((row) => documentOf('wms/relocation', row)))
  }
  return found
}

async function bookedOver(query: Reading, column: Column, ids: Ids): Promise<readonly Document[]> {
  const rows = await query
    .selectFrom('wms_inventory_history')
    .select(['order_kind', 'order_id as id', 'order_no as number'])
    .where(column, 'in', ids)
    .groupBy(['order_kind', 'order_id', 'order_no'])
    .orderBy('order_id')
    .limit(maxDocuments)
    .execute()
  return rows.map((row) => documentOf(row.order_kind, row))
}

const { unaudited } = warehousingOptions.audit_status

/** Unaudited inbound orders of suppliers. */
export async function openInbound(query: Reading, suppliers: Ids): Promise<readonly Document[]> {
  const rows = await query
    .selectFrom('wms_warehousing')
    .select(['id', 'receipt_no as number'])
    .where('supplier_id', 'in', suppliers)
    .where('deletetime', 'is', null)
    .where('audit_status', '=', unaudited)
    .orderBy('id')
    .limit(maxDocuments)
    .execute()
  return rows.map((row) => documentOf('wms/warehousing', row))
}

/** Unaudited outbound orders of customers. */
export async function openOutbound(query: Reading, customers: Ids): Promise<readonly Document[]> {
  const rows = await query
    .selectFrom('wms_outbound')
    .select(['id', 'outbound_no as number'])
    .where('customer_id', 'in', customers)
    .where('deletetime', 'is', null)
    .where('audit_status', '=', unaudited)
    .orderBy('id')
    .limit(maxDocuments)
    .execute()
  return rows.map((row) => documentOf('wms/outbound', row))
}

/** Unaudited relocations of customers that are not cancelled. */
export async function openRelocations(query: Reading, customers: Ids): Promise<readonly Document[]> {
  const rows = await query
    .selectFrom('wms_relocation')
    .select(['id', 'relocation_no as number'])
    .where('customer_id', 'in', customers)
    .where('deletetime', 'is', null)
    .where('audit_status', '=', unaudited)
    .where('status', '!=', relocationOptions.status.cancelled)
    .orderBy('id')
    .limit(maxDocuments)
    .execute()
  return rows.map((row) => documentOf('wms/relocation', row))
}

export const documentOf = (
  kind: string,
  { id, number }: { readonly id: number; readonly number: string | null },
): Document => ({ kind, id, number: number ?? String(id) })

const distinct = (documents: readonly Document[]): readonly Document[] => [
  ...new Map(documents.map((document) => [`${document.kind} ${document.id}`, document])).values(),
]

/** Tables whose records documents name. */
type NamedTable = 'wms_product' | 'wms_supplier' | 'wms_customer' | 'wms_warehouse_shelf'

/**
 * Throws an OperationError `in_use` when there are documents; it names those whose list the caller may see.
 * @param table of the records that were to be deleted
 */
export async function refuseInUse(
  scope: Scope,
  query: Reading,
  table: NamedTable,
  ids: Ids,
  documents: readonly Document[],
): Promise<void> {
  if (documents.length === 0) return
  const record = await query
    .selectFrom(table)
    .select('name')
    .where('id', 'in', ids)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  throw new OperationError('in_use', {
    references: referencesTo(scope, documents),
    params: { title: record?.name ?? '' },
  })
}

/** The first documents of those whose list the caller may see. */
export const referencesTo = (scope: Scope, documents: readonly Document[]): readonly RecordReference[] =>
  documents
    .filter(({ kind }) => maySee(scope, kind))
    .slice(0, maxDocuments)
    .map(({ kind, id, number }) => ({
      table: kind,
      label: scope.registry.require(kind).label[scope.language],
      id,
      title: number,
    }))

function maySee({ actor, registry }: Scope, kind: string): boolean {
  const model = registry.byId(kind)
  return model !== undefined && (actor === null || actor.super || actor.nodes.has(`${model.page}/index`.toLowerCase()))
}
