/** Pages opened last in this visit, newest first. */
const most = 6
let recent: readonly string[] = []

export function notePage(id: string): void {
  recent = [id, ...recent.filter((other) => other !== id)].slice(0, most + 1)
}

export function recentPages(): readonly string[] {
  return recent
}
