// Made by tablewright generate from schemas/wms/product.json · do not edit · d50d9705136556c0

/** Products: a row as the server sends it. */
export interface Product {
  /** 编号 · ID */
  id: number
  /** 商品编号 · Product no. */
  product_no: string
  /** 商品条码 · Barcode */
  bar_code: string
  /** 商品名称 · Name */
  name: string
  /** 商品分类 · Category */
  category_id: number | null
  category: { id: number; name: string } | null
  /** 品牌 · Brand */
  brand_id: number | null
  brand: { id: number; name: string } | null
  /** 计量单位 · Unit */
  unit_id: number | null
  unit: { id: number; name: string } | null
  /** 规格型号 · Specification */
  spec: string
  /** 单价 · Unit price */
  price: string | null
  /** 安全库存 · Safety stock */
  safety_stock_num: string | null
  /** 库存总量 · Stock on hand */
  total_stock_num: string | null
  /** 已预留 · Reserved */
  reserved_num: string | null
  /** 库存预警 · Stock alert */
  low_alert_open: 0 | 1 | null
  /** 保质期（天） · Shelf life (days) */
  effective_day: number | null
  /** 最早到期时间 · Earliest expiry */
  first_expire_at: number | null
  /** 最早预警时间 · Earliest expiry alert */
  first_warn_at: number | null
  /** 效期 · Expiry */
  expiry: 0 | 10 | 20 | null
  /** 默认仓库 · Default warehouse */
  warehouse_id: number | null
  warehouse: { id: number; name: string } | null
  /** 默认库区 · Default area */
  warehouse_area_id: number | null
  warehouseArea: { id: number; name: string } | null
  /** 默认货架 · Default shelf */
  warehouse_shelf_id: number | null
  warehouseShelf: { id: number; name: string } | null
  /** 商品图片 · Images */
  images: string[]
  /** 状态 · Status */
  status: 10 | 20 | null
  /** 备注 · Notes */
  remark: string
  /** 权重 · Rank */
  weigh: number | null
  /** 创建时间 · Created at */
  createtime: number | null
  /** 更新时间 · Updated at */
  updatetime: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface ProductInput {
  /** 商品编号 · Product no. */
  product_no: string
  /** 商品条码 · Barcode */
  bar_code?: string | null
  /** 商品名称 · Name */
  name: string
  /** 商品分类 · Category */
  category_id?: number | null
  /** 品牌 · Brand */
  brand_id?: number | null
  /** 计量单位 · Unit */
  unit_id?: number | null
  /** 规格型号 · Specification */
  spec?: string | null
  /** 单价 · Unit price */
  price?: string | null
  /** 安全库存 · Safety stock */
  safety_stock_num?: string | null
  /** 保质期（天） · Shelf life (days) */
  effective_day?: number | null
  /** 默认仓库 · Default warehouse */
  warehouse_id?: number | null
  /** 默认库区 · Default area */
  warehouse_area_id?: number | null
  /** 默认货架 · Default shelf */
  warehouse_shelf_id?: number | null
  /** 商品图片 · Images */
  images?: string[] | null
  /** 状态 · Status */
  status?: 10 | 20 | null
  /** 备注 · Notes */
  remark?: string | null
}
