// Made by tablewright generate from schemas/depot/warehouse.json · do not edit · be710dd4bae3b04d

/** Warehouse: a row as the server sends it. */
export interface Warehouse {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface WarehouseInput {
  /** 名称 · Name */
  name: string
}
