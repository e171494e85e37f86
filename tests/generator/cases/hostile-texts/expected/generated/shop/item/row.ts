// Made by tablewright generate from schemas/shop/item.json · do not edit · d72c5d0a0ff930a5

/** * / `${x}` ' " \ </script> : a row as the server sends it. */
export interface Item {
  /** 编号 · ID */
  id: number
  /** * / export const owned = 1 // · a | b * / export const owned = 1 // */
  name: string
  /** 字段 · Field */
  e: 'a" | any; export type X = "' | 'b\'\\' | ''
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface ItemInput {
  /** * / export const owned = 1 // · a | b * / export const owned = 1 // */
  name: string
  /** 字段 · Field */
  e?: 'a" | any; export type X = "' | 'b\'\\' | null
}
