// Made by tablewright generate from schemas/shop/apple.json · do not edit · 72802aded0ab7518

/** Items: a row as the server sends it. */
export interface Apple {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface AppleInput {
  /** 名称 · Name */
  name: string
}
