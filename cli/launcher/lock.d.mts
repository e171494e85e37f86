export function withLock<T>(file: string, work: () => Promise<T>, onWait?: () => void): Promise<T>
