export const startChunk: Readonly<Record<string, RegExp>>
export const bundledPackages: readonly string[]
