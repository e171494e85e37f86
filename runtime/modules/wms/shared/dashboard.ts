/** Requests of the dashboard and their answers. */
import { defineRouteContract, operators, type AnswerOf } from 'tablewright/protocol'

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

const filter = {
  type: 'object',
  properties: {
    field: text,
    operator: { enum: operators },
    val: { anyOf: [text, { type: 'array', items: text }] },
  },
  required: ['field', 'operator', 'val'],
} as const

const tile = {
  type: 'object',
  properties: {
    name: { enum: tileNames },
    entity: text,
    search: { type: 'array', items: filter, description: 'the conditions of the list' },
    count: { type: ['integer', 'null'], description: 'null = the list could not be counted in time' },
  },
  required: ['name', 'entity', 'search', 'count'],
} as const

/** Date and time in the site's time zone. */
const asOf = { type: 'string', description: 'date and time in the time zone of the site' } as const

export const figures = defineRouteContract({
  path: 'wms.Dashboard/index',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: {
    type: 'object',
    properties: {
      as_of: asOf,
      tiles: { type: 'array', items: tile },
      stock_value: { ...textOrNull, description: 'yuan; null for those who may not open the stock list' },
    },
    required: ['as_of', 'tiles', 'stock_value'],
  },
})

const units = ['day', 'month', 'year'] as const

const period = {
  type: 'object',
  properties: {
    name: { type: 'string', description: '2026-11-23, 2026-11 or 2026' },
    in_quantity: text,
    out_quantity: text,
    in_amount: text,
    out_amount: text,
  },
  required: ['name', 'in_quantity', 'out_quantity', 'in_amount', 'out_amount'],
} as const

/** Null for those who may not open the history. */
export const movements = defineRouteContract({
  path: 'wms.Dashboard/movements',
  area: 'admin',
  method: 'GET',
  input: {
    type: 'object',
    properties: { unit: { type: 'string', enum: units, maxLength: 5 } },
    required: ['unit'],
  },
  answer: {
    type: ['object', 'null'],
    properties: {
      as_of: asOf,
      periods: { type: 'array', items: period, description: 'ascending, none left out; the last one is under way' },
    },
    required: ['as_of', 'periods'],
  },
})

/** Null for those who may not open the history or the products. */
export const topProducts = defineRouteContract({
  path: 'wms.Dashboard/top',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: {
    type: ['object', 'null'],
    properties: {
      products: {
        type: 'array',
        items: {
          type: 'object',
          properties: { product_id: { type: 'integer' }, product_no: text, name: text, quantity: text },
          required: ['product_id', 'product_no', 'name', 'quantity'],
        },
      },
    },
    required: ['products'],
  },
})

export type Figures = AnswerOf<typeof figures.answer>
export type Tile = Figures['tiles'][number]
export type TileName = Tile['name']
export type Unit = (typeof units)[number]
export type Movements = NonNullable<AnswerOf<typeof movements.answer>>
export type Period = Movements['periods'][number]
export type TopProduct = NonNullable<AnswerOf<typeof topProducts.answer>>['products'][number]
