// Made by tablewright generate from schemas/shop/move.json · do not edit · fe6bf78088c709cb

/** Orders: a row as the server sends it. */
export interface Move {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 状态 · Status */
  audit_status: 0 | 1
  /** 状态 · Status */
  status: 0 | 1 | 2 | 3
  /** 计划 · Plan */
  plan: string | null
  /** 承运人 · Carrier */
  carrier: string
  /** 已移 · Moved */
  moved: string | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface MoveInput {
  /** 名称 · Name */
  name?: string | null
  /** 计划 · Plan */
  plan?: string | null
}

/** What the action `move` takes. */
export interface MoveMoveInput {
  /** 承运人 · Carrier */
  carrier?: string | null
  /** 数量 · Quantity */
  quantity: string
}

/** What the action `cancel` takes. */
export interface MoveCancelInput {
  /** 原因 · Reason */
  reason: string
}
