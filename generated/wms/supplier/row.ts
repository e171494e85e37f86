// Made by tablewright generate from schemas/wms/supplier.json · do not edit · a1c15ed7e5df2dbe

/** Suppliers: a row as the server sends it. */
export interface Supplier {
  /** 编号 · ID */
  id: number
  /** 供应商名称 · Name */
  name: string
  /** 联系人 · Contact person */
  contact_person: string
  /** 手机号码 · Mobile */
  mobile: string
  /** 电子邮箱 · Email */
  email: string
  /** 微信号 · WeChat */
  wechat: string
  /** 等级 · Level */
  level: number | null
  /** 所在城市 · City */
  city: string
  /** 详细地址 · Address */
  address: string
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
export interface SupplierInput {
  /** 供应商名称 · Name */
  name: string
  /** 联系人 · Contact person */
  contact_person?: string | null
  /** 手机号码 · Mobile */
  mobile?: string | null
  /** 电子邮箱 · Email */
  email?: string | null
  /** 微信号 · WeChat */
  wechat?: string | null
  /** 等级 · Level */
  level?: number | null
  /** 所在城市 · City */
  city?: string | null
  /** 详细地址 · Address */
  address?: string | null
  /** 备注 · Notes */
  remark?: string | null
}
