/** Keeps the space of new objects as it is until the returned function is called. */
export function holdYoungGeneration(): () => void
/** Runs `work` under the options that V8 has of itself. */
export function underUsualOptions<T>(work: () => T): T
