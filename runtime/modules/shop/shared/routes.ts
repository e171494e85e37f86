/** Requests of visitors and members about goods, carts and addresses, and their answers. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'
import { cart, figure, flag, id, limit, page, text, textOrNull, texts, which, whole, wholeOrNull } from './values.ts'

/** Goods as buyers see them. */
const goods = objectSchema({
  id: whole,
  title: text,
  image: textOrNull,
  price: text,
  market_price: textOrNull,
  score_price: { type: ['string', 'null'], description: 'points for one; null = for money only' },
  unit: textOrNull,
  decimals: whole,
  limit_buy: { type: 'string', description: '0 = no limit' },
  sellable: { type: 'string', description: 'what can be bought now' },
})

/** `GET /api/shop.Goods/index?category=&keywords=&order=&page=`: goods on sale; anybody may read them. */
export const listGoods = defineRouteContract({
  path: 'shop.Goods/index',
  area: 'api',
  method: 'GET',
  input: {
    type: 'object',
    properties: {
      category: id,
      keywords: { type: 'string', maxLength: 60 },
      order: { type: 'string', maxLength: 16, enum: ['weigh', 'new', 'cheap', 'dear'] },
      page,
      limit,
    },
  },
  answer: objectSchema({ list: arraySchema(goods), total: whole }),
})

/** `GET /api/shop.Goods/categories`: categories of the warehouse with goods on sale. */
export const listCategories = defineRouteContract({
  path: 'shop.Goods/categories',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({
    list: arraySchema(objectSchema({ id: whole, pid: wholeOrNull, name: text, count: whole })),
  }),
})

/** `GET /api/shop.Goods/info?id=` */
export const readGoodsInfo = defineRouteContract({
  path: 'shop.Goods/info',
  area: 'api',
  method: 'GET',
  input: which,
  answer: objectSchema({
    goods,
    images: texts,
    content: { type: 'string', description: 'clean HTML' },
    category: textOrNull,
    spec: textOrNull,
    bought: { type: 'string', description: 'what the member has bought of it' },
  }),
})

/** `GET /api/shop.Cart/index`: the cart with today's prices and stock. */
export const readCart = defineRouteContract({
  path: 'shop.Cart/index',
  area: 'api',
  method: 'GET',
  input: null,
  answer: cart,
})

const line = objectSchema({ goods_id: id, quantity: figure })

const guestLine = {
  type: 'object',
  properties: { goods_id: id, quantity: figure, checked: { type: 'boolean' } },
  required: ['goods_id', 'quantity'],
} as const

/** `POST /api/shop.Cart/price {lines}`: a visitor's cart with today's prices and stock; stores nothing. */
export const priceCart = defineRouteContract({
  path: 'shop.Cart/price',
  area: 'api',
  method: 'POST',
  input: objectSchema({ lines: { type: 'array', maxItems: 50, items: guestLine } }),
  answer: cart,
})

/** `POST /api/shop.Cart/add {goods_id, quantity}`: adds to what is in the cart. */
export const addToCart = defineRouteContract({
  path: 'shop.Cart/add',
  area: 'api',
  method: 'POST',
  input: line,
  answer: cart,
})

/** `POST /api/shop.Cart/set {goods_id, quantity?, checked?}`: changes a line; the quantity 0 removes it. */
export const setCart = defineRouteContract({
  path: 'shop.Cart/set',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: { goods_id: id, quantity: figure, checked: { type: 'boolean' } },
    required: ['goods_id'],
  },
  answer: cart,
})

/** `POST /api/shop.Cart/merge {lines}`: the cart of a visitor who signed in; of the same goods the larger quantity. */
export const mergeCart = defineRouteContract({
  path: 'shop.Cart/merge',
  area: 'api',
  method: 'POST',
  input: objectSchema({ lines: { type: 'array', maxItems: 100, items: line } }),
  answer: cart,
})

const address = objectSchema({ id: whole, name: text, mobile: text, region: text, address: text, is_default: flag })
const addresses = objectSchema({ list: arraySchema(address) })

/** `GET /api/shop.Address/index`: the default one first. */
export const listAddresses = defineRouteContract({
  path: 'shop.Address/index',
  area: 'api',
  method: 'GET',
  input: null,
  answer: addresses,
})

/** `POST /api/shop.Address/save {id?, …}`: adds or changes an address. */
export const saveAddress = defineRouteContract({
  path: 'shop.Address/save',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      id,
      name: { type: 'string', minLength: 1, maxLength: 32 },
      mobile: { type: 'string', minLength: 1, maxLength: 20 },
      region: { type: 'string', minLength: 6, maxLength: 6, pattern: '^[1-9]\\d{5}$' },
      address: { type: 'string', minLength: 1, maxLength: 200 },
      is_default: { type: 'boolean' },
    },
    required: ['name', 'mobile', 'region', 'address'],
  },
  answer: addresses,
})

/** `POST /api/shop.Address/del {id}` */
export const removeAddress = defineRouteContract({
  path: 'shop.Address/del',
  area: 'api',
  method: 'POST',
  input: which,
  answer: addresses,
})
