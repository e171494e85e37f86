/** The clock of the server. Times are stored and sent as integer Unix seconds. */

/** The present moment as integer Unix seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
