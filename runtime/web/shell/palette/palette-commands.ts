/** The commands for pages, and the search over all commands of the palette. Pure. */
import type { Command } from '../../core/page/commands.ts'
import type { Pages } from '../menu/pages.ts'

/** Every word typed must occur in the title, the folders or the path. Titles that begin with the text come first. */
export function filterCommands(commands: readonly Command[], text: string, maxResults = 50): readonly Command[] {
  const words = text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const [firstWord] = words
  if (firstWord === undefined) return commands.slice(0, maxResults)
  const found = commands.filter((command) => {
    if (command.group === 'recent') return false
    const all = `${command.title} ${command.hint} ${command.words}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const rank = ({ title, group }: Command): number =>
    (title.toLowerCase().startsWith(firstWord) ? 0 : title.toLowerCase().includes(firstWord) ? 1 : 2) +
    (group === 'pages' ? 0 : 0.5)
  return [...found].sort((one, other) => rank(one) - rank(other)).slice(0, maxResults)
}

/** One command per page, in the order given. */
export function pageCommands(
  pages: Pages,
  group: 'recent' | 'pages',
  ids: readonly string[],
  show: (path: string) => void,
): readonly Command[] {
  return ids.flatMap((id) => {
    const page = pages.get(id)
    if (!page) return []
    return [
      {
        key: `${group} ${id}`,
        group,
        title: page.title,
        hint: page.folders.join(' / '),
        icon: page.icon,
        words: page.path.replace('/admin/', ''),
        run: () => show(page.path),
      },
    ]
  })
}
