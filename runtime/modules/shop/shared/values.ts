/** Values of requests and answers of the shop. Amounts and quantities are texts. */
import { arraySchema, objectSchema } from 'tablewright/protocol'

export const text = { type: 'string' } as const
export const textOrNull = { type: ['string', 'null'] } as const
export const whole = { type: 'integer' } as const
export const wholeOrNull = { type: ['integer', 'null'] } as const
export const flag = { type: 'boolean' } as const
export const texts = arraySchema(text)
export const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const
export const page = { type: 'integer', minimum: 1, maximum: 1_000_000 } as const
export const limit = { type: 'integer', minimum: 1, maximum: 100 } as const
export const figure = { type: ['string', 'number'], maxLength: 20, format: 'decimal' } as const
/** Money, or points. */
export const currency = { enum: ['RMB', 'integral'] } as const
export const which = objectSchema({ id })
export const done = objectSchema({ id: whole })

const problem = objectSchema({
  kind: { enum: ['price_up', 'freight_up', 'total_up', 'short', 'off_sale', 'limit', 'unit', 'no_points'] },
  goods_id: wholeOrNull,
  title: text,
  was: text,
  now: text,
})
export const problems = arraySchema(problem)

const cartLine = objectSchema({
  goods_id: whole,
  title: text,
  image: textOrNull,
  quantity: text,
  checked: flag,
  price: textOrNull,
  added_price: text,
  amount: text,
  sellable: text,
  unit: textOrNull,
  decimals: whole,
  problems,
})
export const cart = objectSchema({
  list: arraySchema(cartLine),
  total: { type: 'string', description: 'of what is selected' },
})
