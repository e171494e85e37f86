// Made by tablewright generate from schemas/depot/book.json · do not edit · 741443bbdc347337

/** Book: a row as the server sends it. */
export interface Book {
  /** 编号 · ID */
  id: number
  /** 产品 · Product */
  product_id: number
  product: { id: number; name: string } | null
  /** 货架 · Shelf */
  shelf_id: number
  shelf: { id: number; name: string } | null
  /** 类型 · Kind */
  form_type: 10 | 20 | 30 | 40 | 50 | 70
  /** 数量 · Quantity */
  quantity: string
  /** 之前 · Before */
  before_quantity: string
  /** 之后 · After */
  after_quantity: string
  /** 单价 · Price */
  price: string | null
  /** 金额 · Amount */
  total_price: string | null
  /** 产品 · Product */
  product_name: string
  /** 单位 · Unit */
  unit: string
  /** 货架 · Shelf */
  shelf_label: string
  /** 单据 · Document */
  order_kind: string
  /** 单据编号 · Document id */
  order_id: number
  /** 单号 · Document no. */
  order_no: string
  /** 行 · Line */
  line_id: number
  /** 次数 · Posting */
  posting_seq: number
  /** 方向 · Leg */
  leg: 1 | 2
  /** 冲销 · Undoes */
  reversal_of: number | null
  /** 创建时间 · Created at */
  createtime: number | null
  /** 创建人 · Created by */
  admin_id: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface BookInput {
}
