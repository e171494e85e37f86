/** Lines of inbound and outbound orders: what the server writes down beside them, and the totals of the order. */
import { describeFieldProblem } from 'tablewright/server'
import {
  amountOf,
  OperationError,
  toStorable,
  type Hooks,
  type Line,
  type LinesCall,
  type Row,
  type Scope,
} from 'tablewright/server'
import { readPlaces, type Places } from '../stock/place.ts'
import { t } from '../i18n.ts'
import { fitsUnit, readProducts, type OrderProduct } from './product.ts'

/** Digits of price × quantity beyond those of an amount. */
const spareDigits = 5

/** What counts: the actual quantity, the planned one while there is none. Thousandths. */
export const countedOf = (line: Readonly<Row>): number => Number(line['actual_quantity'] ?? line['plan_quantity'] ?? 0)

/** Columns of a line that follow from its product, its shelf and its figures. */
export function derivedOf(line: Readonly<Row>, product: OrderProduct, places: Places): Row {
  const price = line['price'] === null || line['price'] === undefined ? (product.price ?? 0) : Number(line['price'])
  return {
    product_material_name: product.name,
    order_detail_coding: product.number,
    spec: product.spec,
    unit_name: product.unit,
    price,
    shelf: places.get(Number(line['warehouse_shelf_id'] ?? 0))?.label ?? null,
    total_price: amountOf(price, countedOf(line), spareDigits),
  }
}

/** Totals of an order. */
export function totalsOf(lines: readonly Readonly<Row>[]): Row {
  const sum = (of: (line: Readonly<Row>) => number): number =>
    toStorable(lines.reduce((total, line) => total + BigInt(of(line)), 0n))
  return { total_quantity: sum(countedOf), total_amount: sum((line) => Number(line['total_price'] ?? 0)) }
}

/** Fills names, amounts and totals in, and refuses figures the unit cannot count and products that may not be sold. */
export const orderLines: Pick<Hooks, 'beforeLines'> = {
  async beforeLines(scope, trx, call) {
    const rows = call.lines.map(({ values }) => Object.fromEntries(values))
    const products = await readProducts(
      trx,
      rows.map((row) => Number(row['product_id'] ?? 0)),
    )
    const places = await readPlaces(
      trx,
      rows.flatMap((row) => (row['warehouse_shelf_id'] ? [Number(row['warehouse_shelf_id'])] : [])),
    )
    refuseLines(scope, call, rows, products)
    rows.forEach((row, at) => {
      const product = products.get(Number(row['product_id']))!
      for (const [name, value] of Object.entries(derivedOf(row, product, places)))
        call.lines[at]!.values.set(name, value)
    })
    const stored = call.lines.map(({ values }) => Object.fromEntries(values))
    for (const [name, value] of Object.entries(totalsOf(stored))) call.change.overrides.set(name, value)
  },
}

function refuseLines(
  scope: Scope,
  call: LinesCall,
  rows: readonly Readonly<Row>[],
  products: ReadonlyMap<number, OrderProduct>,
): void {
  const errors: Record<string, string> = {}
  rows.forEach((row, at) => {
    const product = products.get(Number(row['product_id']))!
    for (const name of ['plan_quantity', 'actual_quantity']) {
      if (row[name] !== null && row[name] !== undefined && !fitsUnit(Number(row[name]), product))
        errors[nameOf(call, at, name)] = describeFieldProblem(scope.language, {
          rule: 'scale',
          params: { limit: product.decimals },
        })
    }
    if (isSale(call) && product.isOffShelf && isNewProduct(call, call.lines[at]!))
      errors[nameOf(call, at, 'product_id')] = t(scope.language, 'product.off_shelf', { name: product.name })
  })
  if (Object.keys(errors).length > 0) throw new OperationError('invalid', { errors })
}

const nameOf = ({ field }: LinesCall, at: number, name: string): string => `${field.name}.${at}.${name}`

/** `type` of outbound orders by which goods are sold. */
export const sale = 10

const isSale = ({ model, header }: LinesCall): boolean =>
  model.id === 'wms/outbound' && Number(header.get('type')) === sale

/** A product that was taken off the shelf later stays on the orders it is on. */
function isNewProduct({ current }: LinesCall, { id, values }: Line): boolean {
  const before = current.find((row) => Number(row['id']) === id)
  return before === undefined || Number(before['product_id']) !== Number(values.get('product_id'))
}
