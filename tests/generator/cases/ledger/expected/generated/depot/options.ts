// Made by tablewright generate from schemas/depot · do not edit · bde6140f1368b48c

/** depot/book: values by field and name. */
export const bookOptions = {
  form_type: { purchase_in: 10, outsourced_in: 20, return_in: 30, sales_out: 40, outsourced_out: 50, move: 70 },
  leg: { out: 1, in: 2 },
} as const

/** depot/delivery: values by field and name. */
export const deliveryOptions = { type: { sales: 10, outsourced: 20 } } as const
