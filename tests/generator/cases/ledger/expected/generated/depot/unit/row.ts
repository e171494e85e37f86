// Made by tablewright generate from schemas/depot/unit.json · do not edit · 28cae949da9ce166

/** Unit: a row as the server sends it. */
export interface Unit {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface UnitInput {
  /** 名称 · Name */
  name: string
}
