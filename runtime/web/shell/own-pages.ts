/** Pages of the back office that are no tables, by the name of their menu node. Each loads when it is first opened. */
import type { ComponentType } from 'react'

type Load = () => Promise<ComponentType>

const pages: Readonly<Record<string, Load>> = {
  'routine/config': async () => (await import('../settings/SettingsPage.tsx')).SettingsPage,
}

/** The hand-written page of that name, or null. Names compare without case. */
export function ownPage(name: string): Load | null {
  const wanted = name.toLowerCase()
  return Object.entries(pages).find(([page]) => page.toLowerCase() === wanted)?.[1] ?? null
}
