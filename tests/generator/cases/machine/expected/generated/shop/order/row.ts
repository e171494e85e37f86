// Made by tablewright generate from schemas/shop/order.json · do not edit · 4893ce4dfb584266

/** Orders: a row as the server sends it. */
export interface Order {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 状态 · Status */
  status: 0 | 1 | 2
  /** 计划 · Plan */
  plan: string | null
  /** 完成 · Done */
  done: string | null
  /** 审核时间 · Audited at */
  audited_at: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface OrderInput {
  /** 名称 · Name */
  name?: string | null
  /** 计划 · Plan */
  plan?: string | null
}

/** What the action `unaudit` takes. */
export interface OrderUnauditInput {
  /** 原因 · Reason */
  reason: string
}

/** What the action `cancel` takes. */
export interface OrderCancelInput {
  /** 原因 · Reason */
  reason: string
}
