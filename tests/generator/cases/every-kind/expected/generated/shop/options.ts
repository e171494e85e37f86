// Made by tablewright generate from schemas/shop · do not edit · 44c6b16f04d338e4

/** shop/item: values by field and name. */
export const itemOptions = { state: { off: 0, on: 1 }, grade: { good: 'a', poor: 'b' }, flags: { off: 0, on: 1 } } as const
