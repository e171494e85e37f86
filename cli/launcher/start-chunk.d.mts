export const startChunk: Readonly<Record<string, RegExp>>
export const startPackages: readonly string[]
