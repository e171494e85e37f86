// Made by tablewright generate from schemas/wms/stock_layer.json · do not edit · c7038b611e6bd00b

/** Stock batches: a row as the server sends it. */
export interface StockLayer {
  /** 编号 · ID */
  id: number
  /** 来源单号 · Source document */
  order_no: string
  /** 商品 · Product */
  product_id: number
  product: { id: number; name: string } | null
  /** 货架 · Shelf */
  warehouse_shelf_id: number
  warehouseShelf: { id: number; name: string } | null
  /** 剩余数量 · Remaining */
  remaining: string
  /** 入库时间 · Received at */
  received_at: number
  /** 到期时间 · Expires at */
  expire_at: number | null
  /** 预警时间 · Alert from */
  warn_at: number | null
  /** 效期 · Expiry */
  expiry: 0 | 10 | 20 | 30 | null
  /** 来源流水 · Source movement */
  source_history_id: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface StockLayerInput {
}
