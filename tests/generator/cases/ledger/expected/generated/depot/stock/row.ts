// Made by tablewright generate from schemas/depot/stock.json · do not edit · 3570af853e6aa8c8

/** Stock: a row as the server sends it. */
export interface Stock {
  /** 编号 · ID */
  id: number
  /** 说明 · Note */
  id_text: string
  /** 产品 · Product */
  product_id: number
  product: { id: number; name: string } | null
  /** 货架 · Shelf */
  shelf_id: number
  shelf: { id: number; name: string } | null
  /** 数量 · Quantity */
  quantity: string | null
  /** 最后一笔 · Last row */
  last_book_id: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface StockInput {
}
