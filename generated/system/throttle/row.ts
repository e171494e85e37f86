// Made by tablewright generate from schemas/system/throttle.json · do not edit · d4be83d9bb325454

/** Rate limits: a row as the server sends it. */
export interface Throttle {
  /** 编号 · ID */
  id: number
  /** 对象摘要 · Subject hash */
  key: string
  /** 失败次数 · Failures */
  count: number | null
  /** 连续等待次数 · Consecutive waits */
  waits: number | null
  /** 等待至 · Blocked until */
  blocked_until: number | null
  /** 需验证码至 · Captcha required until */
  captcha_until: number | null
  /** 过期时间 · Expires at */
  expire_time: number
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface ThrottleInput {
  /** 对象摘要 · Subject hash */
  key: string
  /** 失败次数 · Failures */
  count?: number | null
  /** 连续等待次数 · Consecutive waits */
  waits?: number | null
  /** 等待至 · Blocked until */
  blocked_until?: number | null
  /** 需验证码至 · Captcha required until */
  captcha_until?: number | null
  /** 过期时间 · Expires at */
  expire_time: number
}
