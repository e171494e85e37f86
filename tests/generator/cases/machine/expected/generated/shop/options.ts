// Made by tablewright generate from schemas/shop · do not edit · 13bf4e34a354e5e3

/** shop/move: values by field and name. */
export const moveOptions = { audit_status: { unaudited: 0, audited: 1 }, status: { unmoved: 0, partial: 1, complete: 2, cancelled: 3 } } as const

/** shop/note: values by field and name. */
export const noteOptions = { late: { soon: 0, overdue: 1 } } as const

/** shop/order: values by field and name. */
export const orderOptions = { status: { draft: 0, audited: 1, cancelled: 2 } } as const
