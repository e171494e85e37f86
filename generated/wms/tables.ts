// Made by tablewright generate from schemas/wms · do not edit · ac80df15dbe1e36f

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface WmsTables {
  wms_brand: {
    id: Generated<number>
    name: string
    image: string | null
    introduce: string | null
    weigh: Generated<number>
    createtime: number | null
    updatetime: number | null
    version: Generated<number>
  }
  wms_carrier: {
    id: Generated<number>
    name: string
    contact_person: string | null
    mobile: string | null
    email: string | null
    wechat: string | null
    level: number | null
    city: string | null
    address: string | null
    remark: string | null
    weigh: Generated<number>
    createtime: number | null
    updatetime: number | null
    deletetime: number | null
    version: Generated<number>
  }
  wms_category: {
    id: Generated<number>
    pid: number | null
    name: string
    status: 0 | 1 | null
    weigh: Generated<number>
    createtime: number | null
    updatetime: number | null
    deletetime: number | null
    version: Generated<number>
  }
  wms_customer: {
    id: Generated<number>
    name: string
    contact_person: string | null
    mobile: string | null
    email: string | null
    wechat: string | null
    level: number | null
    city: string | null
    address: string | null
    remark: string | null
    weigh: Generated<number>
    createtime: number | null
    updatetime: number | null
    deletetime: number | null
    version: Generated<number>
  }
  wms_inventory_history: {
    id: Generated<number>
    order_no: string | null
    form_type: 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80
    product_id: number
    product_no: string | null
    product_name: string | null
    spec: string | null
    unit: string | null
    warehouse_shelf_id: number
    warehouse_shelf: string | null
    quantity: number
    before_quantity: number
    after_quantity: number
    price: number | null
    total_price: number | null
    order_kind: string
    order_id: number
    line_id: number
    posting_seq: number
    leg: string
    reversal_of: number | null
    allow_expired: 0 | 1 | null
    createtime: number | null
    admin_id: number | null
    version: Generated<number>
  }
  wms_outbound: {
    id: Generated<number>
    outbound_no: string | null
    type: 10 | 20 | 30
    customer_id: number | null
    order_sn: string | null
    business_date: string | null
    audit_status: 0 | 1
    shipment_status: 0 | 1
    total_quantity: number | null
    total_amount: number | null
    courier_number: string | null
    carrier_id: number | null
    carrier_contact_person: string | null
    carrier_mobile: string | null
    shipment_time: number | null
    ship_admin_id: number | null
    audit_admin_id: number | null
    audit_time: number | null
    remark: string | null
    remark_log: string | null
    createtime: number | null
    updatetime: number | null
    deletetime: number | null
    admin_id: number | null
    version: Generated<number>
  }
  wms_outbound_line: {
    id: Generated<number>
    product_id: number
    warehouse_shelf_id: number | null
    plan_quantity: number
    actual_quantity: number | null
    price: number | null
    total_price: number | null
    remark: string | null
    product_material_name: string | null
    order_detail_coding: string | null
    spec: string | null
    unit_name: string | null
    shelf: string | null
    outbound_id: number
    line_no: number
    version: Generated<number>
  }
  wms_product: {
    id: Generated<number>
    product_no: string
    bar_code: string | null
    name: string
    category_id: number | null
    brand_id: number | null
    unit_id: number | null
    spec: string | null
    price: number | null
    safety_stock_num: number | null
    total_stock_num: number | null
    reserved_num: number | null
    low_alert_open: 0 | 1 | null
    effective_day: number | null
    first_expire_at: number | null
    first_warn_at: number | null
    warehouse_id: number | null
    warehouse_area_id: number | null
    warehouse_shelf_id: number | null
    images: string | null
    status: 10 | 20 | null
    remark: string | null
    weigh: Generated<number>
    createtime: number | null
    updatetime: number | null
    deletetime: number | null
    version: Generated<number>
  }
  wms_relocation: {
    id: Generated<number>
    relocation_no: string | null
    order_sn: string | null
    customer_id: number | null
    product_id: number
    order_product_no: string | null
    source_warehouse_shelf_id: number
    target_warehouse_shelf_id: number
    crosses_warehouses: 0 | 1 | null
    plan_quantity: number
    actual_quantity: number | null
    audit_status: 0 | 1
    status: 0 | 1 | 2 | 3
    audit_admin_id: number | null
    audit_time: number | null
    remark: string | null
    remark_log: string | null
    createtime: number | null
    updatetime: number | null
    deletetime: number | null
    admin_id: number | null
    version: Generated<number>
  }
  wms_stock: {
    id: Generated<number>
    product_id: number
    warehouse_shelf_id: number
    quantity: number | null
    last_history_id: number | null
    version: Generated<number>
  }
  wms_stock_layer: {
    id: Generated<number>
    order_no: string | null
    product_id: number
    warehouse_shelf_id: number
    remaining: number
    received_at: number
    expire_at: number | null
    warn_at: number | null
    source_history_id: number | null
    version: Generated<number>
  }
  wms_stock_layer_move: {
    id: Generated<number>
    history_id: number
    layer_id: number
    quantity: number
    version: Generated<number>
  }
  wms_stocktake: {
    id: Generated<number>
    stocktake_no: string | null
    warehouse_id: number | null
    warehouse_area_id: number | null
    warehouse_shelf_id: number | null
    product_ids: string | null
    blind: 0 | 1 | null
    status: 0 | 1 | 2 | 3
    line_count: number | null
    counted_count: number | null
    start_admin_id: number | null
    start_time: number | null
    post_admin_id: number | null
    post_time: number | null
    remark: string | null
    remark_log: string | null
    createtime: number | null
    updatetime: number | null
    deletetime: number | null
    admin_id: number | null
    version: Generated<number>
  }
  wms_stocktake_line: {
    id: Generated<number>
    product_id: number
    warehouse_shelf_id: number
    book_quantity: number | null
    counted_quantity: number | null
    difference: number | null
    recount: 0 | 1 | null
    found: 0 | 1 | null
    remark: string | null
    last_history_id: number | null
    product_name: string | null
    product_no: string | null
    unit_name: string | null
    shelf: string | null
    stocktake_id: number
    line_no: number
    version: Generated<number>
  }
  wms_supplier: {
    id: Generated<number>
    name: string
    contact_person: string | null
    mobile: string | null
    email: string | null
    wechat: string | null
    level: number | null
    city: string | null
    address: string | null
    remark: string | null
    weigh: Generated<number>
    createtime: number | null
    updatetime: number | null
    deletetime: number | null
    version: Generated<number>
  }
  wms_unit: {
    id: Generated<number>
    name: string
    decimals: number | null
    description: string | null
    status: 0 | 1 | null
    remark: string | null
    weigh: Generated<number>
    createtime: number | null
    updatetime: number | null
    version: Generated<number>
  }
  wms_warehouse: {
    id: Generated<number>
    serial_no: string | null
    name: string
    warehouse_type: 10 | 20 | 30 | null
    city: string | null
    address: string | null
    responsible_person: string | null
    mobile: string | null
    status: 0 | 1 | null
    remark: string | null
    weigh: Generated<number>
    createtime: number | null
    updatetime: number | null
    version: Generated<number>
  }
  wms_warehouse_area: {
    id: Generated<number>
    warehouse_id: number
    serial_no: string
    name: string
    status: 0 | 1 | null
    remark: string | null
    weigh: Generated<number>
    createtime: number | null
    updatetime: number | null
    version: Generated<number>
  }
  wms_warehouse_shelf: {
    id: Generated<number>
    warehouse_id: number
    warehouse_area_id: number
    serial_no: string
    name: string
    status: 0 | 1 | null
    remark: string | null
    weigh: Generated<number>
    createtime: number | null
    updatetime: number | null
    version: Generated<number>
  }
  wms_warehousing: {
    id: Generated<number>
    receipt_no: string | null
    type: 10 | 20 | 30
    supplier_id: number | null
    order_sn: string | null
    business_date: string | null
    audit_status: 0 | 1
    total_quantity: number | null
    total_amount: number | null
    missing_quantity: number | null
    audit_admin_id: number | null
    audit_time: number | null
    remainder_of_id: number | null
    remark: string | null
    remark_log: string | null
    createtime: number | null
    updatetime: number | null
    deletetime: number | null
    admin_id: number | null
    version: Generated<number>
  }
  wms_warehousing_line: {
    id: Generated<number>
    product_id: number
    warehouse_shelf_id: number | null
    plan_quantity: number
    actual_quantity: number | null
    price: number | null
    total_price: number | null
    remark: string | null
    product_material_name: string | null
    order_detail_coding: string | null
    spec: string | null
    unit_name: string | null
    shelf: string | null
    warehousing_id: number
    line_no: number
    version: Generated<number>
  }
}
