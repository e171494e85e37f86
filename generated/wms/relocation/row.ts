// Made by tablewright generate from schemas/wms/relocation.json · do not edit · 3246297d0fd00ada

/** Relocation orders: a row as the server sends it. */
export interface Relocation {
  /** 编号 · ID */
  id: number
  /** 移库单号 · Relocation no. */
  relocation_no: string
  /** 外部单号 · External no. */
  order_sn: string
  /** 货主 · Goods owner */
  customer_id: number | null
  customer: { id: number; name: string } | null
  /** 商品 · Product */
  product_id: number
  product: { id: number; name: string } | null
  /** 商品编号 · Product no. */
  order_product_no: string
  /** 源货架 · From shelf */
  source_warehouse_shelf_id: number
  sourceWarehouseShelf: { id: number; name: string } | null
  /** 目标货架 · To shelf */
  target_warehouse_shelf_id: number
  targetWarehouseShelf: { id: number; name: string } | null
  /** 跨仓库 · Across warehouses */
  crosses_warehouses: 0 | 1 | null
  /** 计划数量 · Planned */
  plan_quantity: string
  /** 已移数量 · Moved */
  actual_quantity: string | null
  /** 审核状态 · Audit status */
  audit_status: 0 | 1
  /** 移库状态 · Status */
  status: 0 | 1 | 2 | 3
  /** 审核人 · Audited by */
  audit_admin_id: number | null
  auditAdmin: { id: number; nickname: string } | null
  /** 审核时间 · Audited at */
  audit_time: number | null
  /** 备注 · Notes */
  remark: string
  /** 处理记录 · Log */
  remark_log: string
  /** 创建时间 · Created at */
  createtime: number | null
  /** 更新时间 · Updated at */
  updatetime: number | null
  /** 创建人 · Created by */
  admin_id: number | null
  admin: { id: number; username: string } | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface RelocationInput {
  /** 外部单号 · External no. */
  order_sn?: string | null
  /** 货主 · Goods owner */
  customer_id?: number | null
  /** 商品 · Product */
  product_id: number
  /** 源货架 · From shelf */
  source_warehouse_shelf_id: number
  /** 目标货架 · To shelf */
  target_warehouse_shelf_id: number
  /** 计划数量 · Planned */
  plan_quantity: string
  /** 备注 · Notes */
  remark?: string | null
}

/** What the action `audit` takes. */
export interface RelocationAuditInput {
  /** 本次数量 · Quantity to move */
  quantity?: string | null
}

/** What the action `move` takes. */
export interface RelocationMoveInput {
  /** 本次数量 · Quantity to move */
  quantity: string
}

/** What the action `reverseMove` takes. */
export interface RelocationReverseMoveInput {
  /** 要撤销的移库 · Move to undo */
  posting_seq: number
}

/** What the action `unaudit` takes. */
export interface RelocationUnauditInput {
  /** 原因 · Reason */
  reason: string
}

/** What the action `cancel` takes. */
export interface RelocationCancelInput {
  /** 原因 · Reason */
  reason: string
}
