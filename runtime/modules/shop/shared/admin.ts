/** Requests of administrators about orders and goods beside their lists and forms. Amounts and quantities are texts. */
import { type AnswerOf, arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'
import { currency, id, limit, page, text, textOrNull, which, whole, wholeOrNull } from './values.ts'

/**
 * `GET /admin/shop.Order/sheet?order=|refund=|outbound=`: an order with its lines, parcel and refunds; null where none
 * belongs to that record.
 */
export const orderSheet = defineRouteContract({
  path: 'shop.Order/sheet',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { order: id, refund: id, outbound: id } },
  answer: objectSchema({
    sheet: {
      anyOf: [
        { type: 'null' },
        objectSchema({
          id: whole,
          sn: text,
          status: whole,
          status_text: text,
          outbound_id: wholeOrNull,
          outbound_no: textOrNull,
          shipment: textOrNull,
          currency,
          freight: text,
          freight_refunded: text,
          amount_pay: text,
          refunded: text,
          left: { type: 'string', description: 'what can still be refunded' },
          lines: arraySchema(
            objectSchema({
              id: whole,
              title: text,
              unit: textOrNull,
              price: text,
              quantity: text,
              amount: text,
              shipped: text,
              returned: text,
              refunded: text,
              asked: { type: 'string', description: 'by the refund that is looked at; 0 = nothing' },
            }),
          ),
          refunds: arraySchema(
            objectSchema({
              id: whole,
              refund_no: text,
              status: whole,
              status_text: text,
              kind_text: text,
              amount: text,
              reason: text,
              create_time: wholeOrNull,
              inbound_id: wholeOrNull,
              images: arraySchema(objectSchema({ url: text, name: text })),
            }),
          ),
        }),
      ],
    },
  }),
})
export type OrderSheet = NonNullable<AnswerOf<NonNullable<typeof orderSheet.answer>>['sheet']>

/** `GET /admin/shop.Goods/products?keywords=&page=`: products that are no goods so far. */
export const listProducts = defineRouteContract({
  path: 'shop.Goods/products',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { keywords: { type: 'string', maxLength: 60 }, page, limit } },
  answer: objectSchema({
    list: arraySchema(
      objectSchema({
        id: whole,
        product_no: text,
        name: text,
        spec: textOrNull,
        price: { type: ['string', 'null'], description: 'of the warehouse' },
        sellable: text,
      }),
    ),
    total: whole,
  }),
})

/** `GET /admin/shop.Goods/stock?id=`: what of the product's stock can be sold, and what cannot. */
export const goodsStock = defineRouteContract({
  path: 'shop.Goods/stock',
  area: 'admin',
  method: 'GET',
  input: which,
  answer: objectSchema({
    on_hand: text,
    reserved: text,
    blocked: { type: 'string', description: 'expired, on closed shelves, or of a product that is off the shelf' },
    sellable: text,
    unit: textOrNull,
  }),
})

/** `GET /admin/shop.Goods/sellable?ids=3,4`: what can be sold of goods, for the rows of a list. */
export const sellableGoods = defineRouteContract({
  path: 'shop.Goods/sellable',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ ids: { type: 'string', maxLength: 2000 } }),
  answer: objectSchema({
    list: arraySchema(objectSchema({ id: whole, sellable: text })),
  }),
})

/** Goods that are added in one go. */
export const maxAdded = 100

/** `POST /admin/shop.Goods/addMany {products, percent}`: off sale, at so many percent of the price in the warehouse. */
export const addManyGoods = defineRouteContract({
  path: 'shop.Goods/addMany',
  area: 'admin',
  method: 'POST',
  input: objectSchema({
    products: { type: 'array', minItems: 1, maxItems: maxAdded, items: id },
    percent: { type: 'integer', minimum: 1, maximum: 10_000 },
  }),
  answer: objectSchema({ count: whole }),
})
