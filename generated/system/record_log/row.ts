// Made by tablewright generate from schemas/system/record_log.json · do not edit · 170aa6f7611447c7

/** Record logs: a row as the server sends it. */
export interface RecordLog {
  /** 编号 · ID */
  id: number
  /** 数据表 · Table */
  entity: string
  /** 记录 ID · Record ID */
  record_id: number
  /** 最后序号 · Last position */
  position: number
  /** 最后摘要 · Last hash */
  hash: string
  /** 已清理至序号 · Removed up to */
  removed: number | null
  /** 清理处摘要 · Hash at removal */
  removed_hash: string
  /** 清理时间 · Removed at */
  removed_time: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface RecordLogInput {
  /** 数据表 · Table */
  entity: string
  /** 记录 ID · Record ID */
  record_id: number
  /** 最后序号 · Last position */
  position: number
  /** 最后摘要 · Last hash */
  hash: string
  /** 已清理至序号 · Removed up to */
  removed?: number | null
  /** 清理处摘要 · Hash at removal */
  removed_hash?: string | null
  /** 清理时间 · Removed at */
  removed_time?: number | null
}
