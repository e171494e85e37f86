// Made by tablewright generate from schemas/shop · do not edit · 7a6bc649feb0ba01

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface ShopTables {}
