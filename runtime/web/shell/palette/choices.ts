/** What the command palette offers, and which of it a text finds. Pure. */
import type { Pages } from '../menu/pages.ts'

export interface Choice {
  readonly key: string
  readonly group: 'record' | 'recent' | 'pages' | 'actions'
  readonly title: string
  /** Where it belongs, for example the folders of a page. */
  readonly hint: string
  readonly icon: string
  /** Also found by these. */
  readonly words: string
  readonly run: () => void
}

/** Every word typed must stand in the title, the folders or the path. Titles that begin with the text come first. */
export function findChoices(choices: readonly Choice[], text: string, most = 50): readonly Choice[] {
  const words = text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return choices.slice(0, most)
  const found = choices.filter((choice) => {
    if (choice.group === 'recent') return false
    const all = `${choice.title} ${choice.hint} ${choice.words}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const rank = ({ title, group }: Choice): number =>
    (title.toLowerCase().startsWith(words[0]!) ? 0 : title.toLowerCase().includes(words[0]!) ? 1 : 2) +
    (group === 'pages' ? 0 : 0.5)
  return [...found].sort((one, other) => rank(one) - rank(other)).slice(0, most)
}

/** The pages as choices, in the order of the menu. */
export function pageChoices(
  pages: Pages,
  group: 'recent' | 'pages',
  ids: readonly string[],
  show: (path: string) => void,
): readonly Choice[] {
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
