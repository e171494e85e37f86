// Made by tablewright generate from schemas/system/ledger_seal.json · do not edit · 99472fd064ba475d

/** Ledger seals: a row as the server sends it. */
export interface LedgerSeal {
  /** 编号 · ID */
  id: number
  /** 流水表 · Ledger */
  ledger: string
  /** 日期 · Day */
  day: string
  /** 序号 · Position */
  position: number
  /** 流水 ID · Row ID */
  row_id: number
  /** 字段 · Fields */
  format: string
  /** 承接 · Follows */
  follows: string
  /** 摘要 · Hash */
  hash: string
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface LedgerSealInput {
  /** 流水表 · Ledger */
  ledger: string
  /** 日期 · Day */
  day: string
  /** 序号 · Position */
  position: number
  /** 流水 ID · Row ID */
  row_id: number
  /** 字段 · Fields */
  format?: string | null
  /** 承接 · Follows */
  follows?: string | null
  /** 摘要 · Hash */
  hash: string
}
