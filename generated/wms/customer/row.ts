// Made by tablewright generate from schemas/wms/customer.json · do not edit · c6a11c46fc16c920

/** Customers: a row as the server sends it. */
export interface Customer {
  /** 编号 · ID */
  id: number
  /** 客户名称 · Name */
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
export interface CustomerInput {
  /** 客户名称 · Name */
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
