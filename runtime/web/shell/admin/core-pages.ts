/** Pages of the shell itself, beside those of tables. One line each; its texts come with its code. */
import type { ComponentType } from 'react'
import type { AdminKey } from './texts.ts'

export interface OwnPage {
  readonly title: AdminKey
  readonly icon: string
  /** Everybody who is signed in may open it; otherwise only whose menu holds it. */
  readonly isForAll: boolean
  readonly load: () => Promise<ComponentType>
}

/** By path below `/admin/`. */
export const ownPages: Readonly<Record<string, OwnPage>> = {
  dashboard: {
    title: 'dashboard',
    icon: 'dashboard',
    isForAll: true,
    load: async () => (await import('../dashboard/DashboardPage.tsx')).DashboardPage,
  },
  'routine/adminInfo': {
    title: 'profile',
    icon: 'user',
    isForAll: true,
    load: async () => (await import('../../profile/ProfilePage.tsx')).ProfilePage,
  },
  'routine/config': {
    title: 'settings',
    icon: 'settings',
    isForAll: false,
    load: async () => (await import('../../settings/SettingsPage.tsx')).SettingsPage,
  },
  'notification/index': {
    title: 'notices',
    icon: 'notifications',
    isForAll: true,
    load: async () => (await import('../../notifications/NotificationsPage.tsx')).NoticesPage,
  },
}

/** The page of the shell at a path; null when a table stands there. */
export function ownPageAt(pathname: string): OwnPage | null {
  const path = pathname.replace(/^\/admin\//, '').toLowerCase()
  const name = Object.keys(ownPages).find((one) => one.toLowerCase() === path)
  return name === undefined ? null : ownPages[name]!
}
