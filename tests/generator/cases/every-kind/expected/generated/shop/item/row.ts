// Made by tablewright generate from schemas/shop/item.json · do not edit · 31b816ae8743ba40

/** Items: a row as the server sends it. */
export interface Item {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 字段 · Field */
  code: string
  /** 字段 · Field */
  note: string
  /** 字段 · Field */
  count: number | null
  /** 字段 · Field */
  price: string | null
  /** 字段 · Field */
  seen: number | null
  /** 字段 · Field */
  day: string
  /** 字段 · Field */
  hour: string
  /** 字段 · Field */
  vintage: string
  /** 字段 · Field */
  state: 0 | 1 | null
  /** 字段 · Field */
  grade: 'a' | 'b' | ''
  /** 字段 · Field */
  flags: (0 | 1)[]
  /** 字段 · Field */
  photo: string
  /** 字段 · Field */
  photos: string[]
  /** 字段 · Field */
  paint: string
  /** 字段 · Field */
  sign: string
  /** 字段 · Field */
  site: string
  /** 字段 · Field */
  mail: string
  /** 字段 · Field */
  phone: string
  /** 字段 · Field */
  card: string
  /** 字段 · Field */
  login: string
  /** 字段 · Field */
  words: string[]
  /** 字段 · Field */
  facts: { [k: string]: string }
  /** 字段 · Field */
  barcode: string
  /** 权重 · Rank */
  weigh: number | null
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
export interface ItemInput {
  /** 名称 · Name */
  name: string
  /** 字段 · Field */
  code: string
  /** 字段 · Field */
  note?: string | null
  /** 字段 · Field */
  count?: number | null
  /** 字段 · Field */
  price?: string | null
  /** 字段 · Field */
  seen?: number | null
  /** 字段 · Field */
  day?: string | null
  /** 字段 · Field */
  hour?: string | null
  /** 字段 · Field */
  vintage?: string | null
  /** 字段 · Field */
  state?: 0 | 1 | null
  /** 字段 · Field */
  grade?: 'a' | 'b' | null
  /** 字段 · Field */
  flags?: (0 | 1)[] | null
  /** 字段 · Field */
  photo?: string | null
  /** 字段 · Field */
  photos?: string[] | null
  /** 字段 · Field */
  paint?: string | null
  /** 字段 · Field */
  sign?: string | null
  /** 字段 · Field */
  site?: string | null
  /** 字段 · Field */
  mail?: string | null
  /** 字段 · Field */
  phone?: string | null
  /** 字段 · Field */
  card?: string | null
  /** 字段 · Field */
  login?: string | null
  /** 字段 · Field */
  secret?: string | null
  /** 字段 · Field */
  words?: string[] | null
  /** 字段 · Field */
  facts?: { [k: string]: string } | null
  /** 字段 · Field */
  barcode?: string | null
}
