// Made by tablewright generate from schemas/wms/warehousing.json · do not edit · 877a4aaec2a9f5f8

/** Inbound orders: a row as the server sends it. */
export interface Warehousing {
  /** 编号 · ID */
  id: number
  /** 入库单号 · Inbound no. */
  receipt_no: string
  /** 入库类型 · Type */
  type: 10 | 20 | 30
  /** 供应商 · Supplier */
  supplier_id: number | null
  supplier: { id: number; name: string } | null
  /** 外部单号 · External no. */
  order_sn: string
  /** 业务日期 · Business date */
  business_date: string
  /** 审核状态 · Audit status */
  audit_status: 0 | 1
  /** 总数量 · Total quantity */
  total_quantity: string | null
  /** 总金额 · Total amount */
  total_amount: string | null
  /** 未到数量 · Not received */
  missing_quantity: string | null
  /** 审核人 · Audited by */
  audit_admin_id: number | null
  auditAdmin: { id: number; nickname: string } | null
  /** 审核时间 · Audited at */
  audit_time: number | null
  /** 补单来源 · Remainder of */
  remainder_of_id: number | null
  remainderOf: { id: number; receipt_no: string } | null
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
  /** 明细 · Lines */
  product_detail?: {
    id: number
    product_id: number
    product: { id: number; name: string } | null
    warehouse_shelf_id: number | null
    warehouseShelf: { id: number; name: string } | null
    plan_quantity: string
    actual_quantity: string | null
    price: string | null
    total_price: string | null
    remark: string
    product_material_name: string
    order_detail_coding: string
    spec: string
    unit_name: string
    shelf: string
  }[]
}

/** What `add` and `edit` take. */
export interface WarehousingInput {
  /** 入库类型 · Type */
  type: 10 | 20 | 30
  /** 供应商 · Supplier */
  supplier_id?: number | null
  /** 外部单号 · External no. */
  order_sn?: string | null
  /** 业务日期 · Business date */
  business_date?: string | null
  /** 备注 · Notes */
  remark?: string | null
  /** 明细 · Lines */
  product_detail: {
    id?: number
    product_id: number
    warehouse_shelf_id?: number | null
    plan_quantity: string
    actual_quantity?: string | null
    price?: string | null
    remark?: string | null
  }[]
}

/** What the action `unaudit` takes. */
export interface WarehousingUnauditInput {
  /** 原因 · Reason */
  reason: string
}
