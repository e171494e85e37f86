const steps = ['B', 'KB', 'MB'] as const

/** A size for people: `1.2 MB`. */
export function sizeText(bytes: number): string {
  const step = bytes < 1024 ? 0 : bytes < 1024 * 1024 ? 1 : 2
  const value = bytes / 1024 ** step
  return `${step === 0 ? value : value.toFixed(1)} ${steps[step]}`
}
