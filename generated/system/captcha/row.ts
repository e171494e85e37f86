// Made by tablewright generate from schemas/system/captcha.json · do not edit · 8d6bf931bbafed27

/** Captchas: a row as the server sends it. */
export interface Captcha {
  /** 编号 · ID */
  id: number
  /** 标识摘要 · Key hash */
  key: string
  /** 过期时间 · Expires at */
  expire_time: number
  /** 创建时间 · Created at */
  create_time: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface CaptchaInput {
  /** 标识摘要 · Key hash */
  key: string
  /** 正确答案 · Correct answer */
  captcha: string
  /** 过期时间 · Expires at */
  expire_time: number
}
