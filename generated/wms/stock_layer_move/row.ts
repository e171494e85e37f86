// Made by tablewright generate from schemas/wms/stock_layer_move.json · do not edit · 8e1e708e6a86ffdd

/** Batch movements: a row as the server sends it. */
export interface StockLayerMove {
  /** 编号 · ID */
  id: number
  /** 流水 · Movement */
  history_id: number
  history: { id: number; order_no: string } | null
  /** 批次 · Batch */
  layer_id: number
  layer: { id: number; order_no: string } | null
  /** 数量 · Quantity */
  quantity: string
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface StockLayerMoveInput {
}
