/** Recently opened pages, newest first. */
const maxRecent = 6
let recent: readonly string[] = []

export function addRecentPage(id: string): void {
  recent = [id, ...recent.filter((other) => other !== id)].slice(0, maxRecent + 1)
}

export function recentPages(): readonly string[] {
  return recent
}
