// Made by tablewright generate from schemas/wms · do not edit · 88b45decfb3562b9

/** wms/category: values by field and name. */
export const categoryOptions = { status: { hidden: 0, shown: 1 } } as const

/** wms/inventory_history: values by field and name. */
export const inventoryHistoryOptions = {
  form_type: {
    purchase_in: 10,
    outsourced_in: 20,
    return_in: 30,
    sales_out: 40,
    outsourcing_out: 50,
    transfer_out: 60,
    stock_move: 70,
    stocktake: 80,
  },
  allow_expired: { no: 0, yes: 1 },
} as const

/** wms/outbound: values by field and name. */
export const outboundOptions = {
  type: { sales: 10, outsourcing: 20, transfer: 30 },
  audit_status: { unaudited: 0, audited: 1 },
  shipment_status: { unshipped: 0, shipped: 1 },
} as const

/** wms/product: values by field and name. */
export const productOptions = {
  low_alert_open: { enough: 0, low: 1 },
  expiry: { good: 0, expiring: 10, expired: 20 },
  status: { on_shelf: 10, off_shelf: 20 },
} as const

/** wms/relocation: values by field and name. */
export const relocationOptions = {
  crosses_warehouses: { no: 0, yes: 1 },
  audit_status: { unaudited: 0, audited: 1 },
  status: { not_moved: 0, partial: 1, completed: 2, cancelled: 3 },
} as const

/** wms/stock_layer: values by field and name. */
export const stockLayerOptions = { expiry: { good: 0, expiring: 10, expired: 20, used_up: 30 } } as const

/** wms/stocktake: values by field and name. */
export const stocktakeOptions = { blind: { no: 0, yes: 1 }, status: { draft: 0, counting: 1, posted: 2, cancelled: 3 } } as const

/** wms/stocktake_line: values by field and name. */
export const stocktakeLineOptions = { recount: { no: 0, yes: 1 }, found: { no: 0, yes: 1 } } as const

/** wms/unit: values by field and name. */
export const unitOptions = { status: { disabled: 0, enabled: 1 } } as const

/** wms/warehouse: values by field and name. */
export const warehouseOptions = { warehouse_type: { central: 10, cold: 20, returns: 30 }, status: { disabled: 0, enabled: 1 } } as const

/** wms/warehouse_area: values by field and name. */
export const warehouseAreaOptions = { status: { disabled: 0, enabled: 1 } } as const

/** wms/warehouse_shelf: values by field and name. */
export const warehouseShelfOptions = { status: { disabled: 0, enabled: 1 } } as const

/** wms/warehousing: values by field and name. */
export const warehousingOptions = { type: { purchase: 10, outsourced: 20, returned: 30 }, audit_status: { unaudited: 0, audited: 1 } } as const
