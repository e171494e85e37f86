/** What changed between two versions, from the changelog of the package (Keep a Changelog). */

export interface VersionNotes {
  readonly version: string
  /** Markdown of the sections that a product may have to react to, as it stands there. */
  readonly lines: readonly string[]
}

/** Sections with what a product may have to react to; additions and fixes are left to the changelog. */
const sections = ['Upgrading', 'Changed', 'Deprecated', 'Removed', 'Security']

/** Negative when `one` is older than `other`, 0 when equal. Compares the three numbers; a pre-release is older. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('+')[0]!.split('-')) // `split` has a first part.
  const numbers = (parts: readonly string[] | undefined) => (parts?.[0] ?? '').split('.').map(Number)
  const [a, b] = [numbers(left), numbers(right)]
  for (let at = 0; at < 3; at++) if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) - (b[at] ?? 0)
  return Number(Boolean(right?.[1])) - Number(Boolean(left?.[1]))
}

/** Notes of the versions after `from` up to `to`, oldest first; without versions that need no reaction. */
export function notesBetween(changelog: string, from: string, to: string): readonly VersionNotes[] {
  const parts = changelog.split(/^## \[([^\]]+)\].*\n/m).slice(1)
  const found: VersionNotes[] = []
  for (let at = 0; at < parts.length; at += 2) {
    const [version = '', text = ''] = parts.slice(at, at + 2)
    if (!/^\d/.test(version) || compareVersions(version, from) <= 0 || compareVersions(version, to) > 0) continue
    const lines = relevantLines(text)
    if (lines.length > 0) found.push({ version, lines })
  }
  return found.sort((one, other) => compareVersions(one.version, other.version))
}

function relevantLines(text: string): readonly string[] {
  const parts = text.split(/^### (.+)\n/m).slice(1)
  const lines: string[] = []
  for (let at = 0; at < parts.length; at += 2)
    if (sections.includes((parts[at] ?? '').trim()))
      lines.push(...(parts[at + 1] ?? '').split('\n').filter((line) => line.trim() !== '' && !line.startsWith('[')))
  return lines
}
