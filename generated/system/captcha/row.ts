// Made by tablewright generate from schemas/system/captcha.json · do not edit · 1c14eaa73d80cdf6

/** Captchas: a row as the server sends it. */
export interface Captcha {
  /** 编号 · ID */
  id: number
  /** 标识摘要 · Key hash */
  key: string
  /** 过期时间 · Expires */
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
  /** 正确答案 · What is right */
  captcha: string
  /** 过期时间 · Expires */
  expire_time: number
}
