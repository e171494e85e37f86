/** Most lines of one record. */
export const mostLines = 500
