// Made by tablewright generate from schemas/wms/stock.json · do not edit · e277496acfb76ed1

/** Stock: a row as the server sends it. */
export interface Stock {
  /** 编号 · ID */
  id: number
  /** 商品 · Product */
  product_id: number
  product: { id: number; name: string } | null
  /** 货架 · Shelf */
  warehouse_shelf_id: number
  warehouseShelf: { id: number; name: string } | null
  /** 库存数量 · On hand */
  quantity: string | null
  /** 最后流水 · Last movement */
  last_history_id: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface StockInput {
}
