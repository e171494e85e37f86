/** Lines of inbound and outbound orders: what the server stores with them, and the totals of the order. */
import type { FieldModel } from 'tablewright/protocol'
import {
  amountOf,
  describeFieldProblem,
  OperationError,
  rowOf,
  setValues,
  toStorable,
  type ColumnMap,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { readPlaces, type Places } from '../stock/place.ts'
import type { Reading, Row, Scope } from '#generated/wms/server.ts'
import { fitsUnit, productOf, readProducts, type OrderProduct } from './product.ts'

/** Columns that only lines of inbound orders have. */
type InboundColumn = 'warehousing_id' | 'batch_no' | 'production_date' | 'expiry_date'

/** A stored line of an order. */
export type OrderLine = Omit<Row<'wms/warehousing_line'>, InboundColumn>
/** The data of a line before it is stored. */
export type PartialLine = Partial<Omit<OrderLine, 'id'>>

/** Digits of price × quantity beyond those of an amount. */
const spareDigits = 5

/** The quantity that counts: the actual one, the planned one while there is none. Thousandths. */
export const countedOf = (line: Pick<PartialLine, 'actual_quantity' | 'plan_quantity'>): number =>
  line.actual_quantity ?? line.plan_quantity ?? 0

type DerivedLine = Pick<
  OrderLine,
  'product_material_name' | 'order_detail_coding' | 'spec' | 'unit_name' | 'price' | 'shelf' | 'total_price'
>

/** Columns of a line that follow from its product, its shelf and its figures. */
export function derivedOf(line: PartialLine, product: OrderProduct, places: Places): DerivedLine {
  const price = line.price ?? product.price ?? 0
  return {
    product_material_name: product.name,
    order_detail_coding: product.number,
    spec: product.spec,
    unit_name: product.unit,
    price,
    shelf: places.get(line.warehouse_shelf_id ?? 0)?.label ?? null,
    total_price: amountOf(price, countedOf(line), spareDigits),
  }
}

/** Totals of an order. */
export function totalsOf(lines: readonly PartialLine[]): { total_quantity: number; total_amount: number } {
  const sum = (of: (line: PartialLine) => number): number =>
    toStorable(lines.reduce((total, line) => total + BigInt(of(line)), 0n))
  return { total_quantity: sum(countedOf), total_amount: sum((line) => line.total_price ?? 0) }
}

/** Columns that lines of both orders have. */
type LineColumns = Omit<Database['wms_warehousing_line'], InboundColumn>

/** Lines of either order that are about to be stored. */
interface OrderLinesCall {
  readonly field: FieldModel
  readonly lines: readonly { readonly values: ColumnMap<LineColumns> }[]
  readonly change: { readonly overrides: ColumnMap<Pick<Database['wms_outbound'], 'total_quantity' | 'total_amount'>> }
}

/** The problem of a line, and the field that has it. */
interface LineProblem {
  readonly field: keyof Row<'wms/warehousing_line'>
  readonly text: string
}

/** Looks at the line of that index; null = nothing is wrong. */
export type FindLineProblem = (product: OrderProduct, index: number) => LineProblem | null

/**
 * Fills names, amounts and totals in, and refuses figures the unit cannot count.
 * @param findProblem what one kind of order requires in addition
 */
export async function fillOrderLines(
  scope: Scope,
  trx: Reading,
  call: OrderLinesCall,
  findProblem: FindLineProblem,
): Promise<void> {
  const rows = call.lines.map(({ values }) => rowOf(values))
  const products = await readProducts(
    trx,
    rows.flatMap((row) => row.product_id ?? []),
  )
  const places = await readPlaces(
    trx,
    rows.flatMap((row) => row.warehouse_shelf_id ?? []),
  )
  refuseLines(scope, call.field, rows, products, findProblem)
  const storedRows = rows.map((row) => ({ ...row, ...derivedOf(row, productOf(products, row.product_id), places) }))
  storedRows.forEach((row, index) => {
    const line = call.lines[index]
    if (line) setValues(line.values, row)
  })
  setValues(call.change.overrides, totalsOf(storedRows))
}

function refuseLines(
  { language }: Scope,
  field: FieldModel,
  rows: readonly PartialLine[],
  products: ReadonlyMap<number, OrderProduct>,
  findProblem: FindLineProblem,
): void {
  const errors: Record<string, string> = {}
  rows.forEach((row, index) => {
    const product = productOf(products, row.product_id)
    for (const name of ['plan_quantity', 'actual_quantity'] as const)
      if (!fitsUnit(row[name] ?? 0, product))
        errors[`${field.name}.${index}.${name}`] = describeFieldProblem(language, {
          rule: 'scale',
          params: { limit: product.decimals },
        })
    const problem = findProblem(product, index)
    if (problem) errors[`${field.name}.${index}.${problem.field}`] = problem.text
  })
  if (Object.keys(errors).length > 0) throw new OperationError('invalid', { errors })
}
