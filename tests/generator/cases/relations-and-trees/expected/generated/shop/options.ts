// Made by tablewright generate from schemas/shop · do not edit · 5f5a1f61f785753b

/** shop/colour: values by field and name. */
export const colourOptions = { live: { off: 0, on: 1 } } as const
