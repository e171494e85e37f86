/** Requests of the dashboard and their answers. */
import {
  type AnswerOf,
  arraySchema,
  defineRouteContract,
  nullableObjectSchema,
  objectSchema,
  operators,
} from 'tablewright/protocol'

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const

/** The names of the tiles, each with texts of its own. */
const tileNames = [
  'inboundToAudit',
  'outboundToAudit',
  'relocationToAudit',
  'toShip',
  'toMove',
  'lowStock',
  'expiring',
  'expired',
] as const

const filter = objectSchema({
  field: text,
  operator: { enum: operators },
  val: { anyOf: [text, arraySchema(text)] },
})

const tile = objectSchema({
  name: { enum: tileNames },
  entity: text,
  search: { type: 'array', items: filter, description: 'the conditions of the list' },
  count: { type: ['integer', 'null'], description: 'null = the list could not be counted in time' },
})

/** Date and time in the site's time zone. */
const asOf = { type: 'string', description: 'date and time in the time zone of the site' } as const

export const figures = defineRouteContract({
  path: 'wms.Dashboard/index',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: objectSchema({
    as_of: asOf,
    tiles: arraySchema(tile),
    stock_value: { ...textOrNull, description: 'yuan; null for those who may not open the stock list' },
  }),
})

const units = ['day', 'month', 'year'] as const

const period = objectSchema({
  name: { type: 'string', description: '2026-11-23, 2026-11 or 2026' },
  in_quantity: text,
  out_quantity: text,
  in_amount: text,
  out_amount: text,
})

/** Null for those who may not open the history. */
export const movements = defineRouteContract({
  path: 'wms.Dashboard/movements',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ unit: { type: 'string', enum: units, maxLength: 5 } }),
  answer: nullableObjectSchema({
    as_of: asOf,
    periods: { type: 'array', items: period, description: 'ascending, none left out; the last one is under way' },
  }),
})

/** Null for those who may not open the history or the products. */
export const topProducts = defineRouteContract({
  path: 'wms.Dashboard/top',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: nullableObjectSchema({
    products: arraySchema(
      objectSchema({ product_id: { type: 'integer' }, product_no: text, name: text, quantity: text }),
    ),
  }),
})

export type Figures = AnswerOf<typeof figures.answer>
export type Tile = Figures['tiles'][number]
export type TileName = Tile['name']
export type Unit = (typeof units)[number]
export type Movements = NonNullable<AnswerOf<typeof movements.answer>>
export type Period = Movements['periods'][number]
export type TopProduct = NonNullable<AnswerOf<typeof topProducts.answer>>['products'][number]
