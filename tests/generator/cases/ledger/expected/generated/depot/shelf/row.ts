// Made by tablewright generate from schemas/depot/shelf.json · do not edit · 8daface556f72b9d

/** Shelf: a row as the server sends it. */
export interface Shelf {
  /** 编号 · ID */
  id: number
  /** 仓库 · Warehouse */
  warehouse_id: number
  warehouse: { id: number; name: string } | null
  /** 名称 · Name */
  name: string
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface ShelfInput {
  /** 仓库 · Warehouse */
  warehouse_id: number
  /** 名称 · Name */
  name: string
}
