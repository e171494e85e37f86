// Made by tablewright generate from schemas/wms/inventory_history.json · do not edit · 308d43c817555e8c

/** Inventory history: a row as the server sends it. */
export interface InventoryHistory {
  /** 编号 · ID */
  id: number
  /** 单据号 · Document no. */
  order_no: string
  /** 业务类型 · Movement type */
  form_type: 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80
  /** 商品 · Product */
  product_id: number
  product: { id: number; name: string } | null
  /** 商品编号 · Product no. */
  product_no: string
  /** 商品名称 · Product name */
  product_name: string
  /** 规格型号 · Specification */
  spec: string
  /** 单位 · Unit */
  unit: string
  /** 货架 · Shelf */
  warehouse_shelf_id: number
  warehouseShelf: { id: number; name: string } | null
  /** 货位 · Location */
  warehouse_shelf: string
  /** 数量 · Quantity */
  quantity: string
  /** 变动前 · Before */
  before_quantity: string
  /** 变动后 · After */
  after_quantity: string
  /** 单价 · Unit price */
  price: string | null
  /** 金额 · Amount */
  total_price: string | null
  /** 单据类型 · Document type */
  order_kind: string
  /** 单据 ID · Document ID */
  order_id: number
  /** 明细 ID · Line ID */
  line_id: number
  /** 过账序号 · Posting no. */
  posting_seq: number
  /** 方向 · Direction */
  leg: string
  /** 冲销对象 · Reversal of */
  reversal_of: number | null
  /** 过期出库 · Expired goods issued */
  allow_expired: 0 | 1 | null
  /** 创建时间 · Created at */
  createtime: number | null
  /** 创建人 · Created by */
  admin_id: number | null
  admin: { id: number; username: string } | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface InventoryHistoryInput {
}
