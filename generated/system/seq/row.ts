// Made by tablewright generate from schemas/system/seq.json · do not edit · f8f95a33b3c7f2e4

/** Number counters: a row as the server sends it. */
export interface Seq {
  /** 编号 · ID */
  id: number
  /** 前缀与日期 · Prefix and date */
  prefix: string
  /** 已发出的流水号 · Last number issued */
  value: number
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface SeqInput {
  /** 前缀与日期 · Prefix and date */
  prefix: string
  /** 已发出的流水号 · Last number issued */
  value: number
}
