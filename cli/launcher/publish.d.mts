export function publish(from: string, to: string, isEntry: (path: string) => boolean): string[]
export function filesBelow(folder: string): string[]
