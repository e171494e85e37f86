// Made by tablewright generate from schemas/system/seq.json · do not edit · b35f7b72a783affb

/** Number counters: a row as the server sends it. */
export interface Seq {
  /** 编号 · ID */
  id: number
  /** 前缀与日期 · Prefix and day */
  prefix: string
  /** 已发出的流水号 · Last number given */
  value: number
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface SeqInput {
  /** 前缀与日期 · Prefix and day */
  prefix: string
  /** 已发出的流水号 · Last number given */
  value: number
}
