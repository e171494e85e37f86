// Made by tablewright generate from schemas/wms/warehousing_line.json · do not edit · 452ce63b62e6b209

/** Inbound lines: a row as the server sends it. */
export interface WarehousingLine {
  /** 编号 · ID */
  id: number
  /** 商品 · Product */
  product_id: number
  product: { id: number; name: string } | null
  /** 货架 · Shelf */
  warehouse_shelf_id: number | null
  warehouseShelf: { id: number; name: string } | null
  /** 计划数量 · Planned */
  plan_quantity: string
  /** 实际数量 · Actual */
  actual_quantity: string | null
  /** 单价 · Unit price */
  price: string | null
  /** 金额 · Amount */
  total_price: string | null
  /** 备注 · Notes */
  remark: string
  /** 商品名称 · Product name */
  product_material_name: string
  /** 商品编号 · Product no. */
  order_detail_coding: string
  /** 规格型号 · Specification */
  spec: string
  /** 单位 · Unit */
  unit_name: string
  /** 货位 · Location */
  shelf: string
  /** 所属单据 · Belongs to */
  warehousing_id: number
  warehousing: { id: number; receipt_no: string } | null
  /** 行号 · Line */
  line_no: number
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface WarehousingLineInput {
  /** 商品 · Product */
  product_id: number
  /** 货架 · Shelf */
  warehouse_shelf_id?: number | null
  /** 计划数量 · Planned */
  plan_quantity: string
  /** 实际数量 · Actual */
  actual_quantity?: string | null
  /** 单价 · Unit price */
  price?: string | null
  /** 备注 · Notes */
  remark?: string | null
}
