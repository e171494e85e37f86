// Made by tablewright generate from schemas/shop · do not edit · 743b0de5ba8c3f38

/** shop/item: values by field and name. */
export const itemOptions = { e: { a: 'a" | any; export type X = "', b: 'b\'\\' } } as const
