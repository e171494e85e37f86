// Made by tablewright generate from schemas/system/idempotency.json · do not edit · 737419e8d020fbce

/** Idempotent requests: a row as the server sends it. */
export interface Idempotency {
  /** 编号 · ID */
  id: number
  /** 管理员 · Administrator */
  admin_id: number
  /** 接口 · Route */
  route: string
  /** 时间 · Time */
  create_time: number
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface IdempotencyInput {
  /** 管理员 · Administrator */
  admin_id: number
  /** 接口 · Route */
  route: string
  /** 幂等键摘要 · Key hash */
  key_hash: string
  /** 内容摘要 · Body hash */
  body_hash: string
  /** 响应 · Response */
  answer?: string | null
  /** 时间 · Time */
  create_time: number
}
