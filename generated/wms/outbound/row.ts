// Made by tablewright generate from schemas/wms/outbound.json · do not edit · d611dde7203bf52b

/** Outbound orders: a row as the server sends it. */
export interface Outbound {
  /** 编号 · ID */
  id: number
  /** 出库单号 · Outbound no. */
  outbound_no: string
  /** 出库类型 · Type */
  type: 10 | 20 | 30
  /** 客户 · Customer */
  customer_id: number | null
  customer: { id: number; name: string } | null
  /** 外部单号 · External no. */
  order_sn: string
  /** 业务日期 · Business date */
  business_date: string
  /** 审核状态 · Audit status */
  audit_status: 0 | 1
  /** 发货状态 · Shipment */
  shipment_status: 0 | 1
  /** 总数量 · Total quantity */
  total_quantity: string | null
  /** 总金额 · Total amount */
  total_amount: string | null
  /** 快递单号 · Tracking no. */
  courier_number: string
  /** 承运商 · Carrier */
  carrier_id: number | null
  carrier: { id: number; name: string } | null
  /** 承运商联系人 · Carrier contact */
  carrier_contact_person: string
  /** 承运商手机 · Carrier mobile */
  carrier_mobile: string
  /** 发货时间 · Shipped at */
  shipment_time: number | null
  /** 发货人 · Shipped by */
  ship_admin_id: number | null
  shipAdmin: { id: number; nickname: string } | null
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
export interface OutboundInput {
  /** 出库类型 · Type */
  type: 10 | 20 | 30
  /** 客户 · Customer */
  customer_id?: number | null
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

/** What the action `audit` takes. */
export interface OutboundAuditInput {
  /** 允许过期商品出库 · Issue expired goods */
  allow_expired?: 0 | 1 | null
}

/** What the action `unaudit` takes. */
export interface OutboundUnauditInput {
  /** 原因 · Reason */
  reason: string
}

/** What the action `ship` takes. */
export interface OutboundShipInput {
  /** 快递单号 · Tracking no. */
  courier_number: string
  /** 承运商 · Carrier */
  carrier_id: number
  /** 发货时间 · Shipped at */
  shipment_time?: number | null
}

/** What the action `editShipment` takes. */
export interface OutboundEditShipmentInput {
  /** 快递单号 · Tracking no. */
  courier_number: string
  /** 承运商 · Carrier */
  carrier_id: number
  /** 发货时间 · Shipped at */
  shipment_time: number
}

/** What the action `unship` takes. */
export interface OutboundUnshipInput {
  /** 原因 · Reason */
  reason: string
}
