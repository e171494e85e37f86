/** The day `count` days before one, both as `YYYY-MM-DD`. */
export function dayBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10)
}
