// Made by tablewright generate from schemas/shop · do not edit · 299d81fcc5cc5487

/** shop/item: values by field and name. */
export const itemOptions = { kind: { purchase: 10, returned: 20 } } as const
