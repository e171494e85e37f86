/** Pages of the core in addition to those of tables. One entry each; the texts load with the code. */
import type { ComponentType } from 'react'
import type { AdminKey } from './texts.ts'

export interface CorePage {
  readonly title: AdminKey
  readonly icon: string
  /** Every signed-in admin may open it; otherwise only those whose menu contains it. */
  readonly isForAll: boolean
  readonly load: () => Promise<ComponentType>
}

/** By path below `/admin/`. */
export const corePages: Readonly<Record<string, CorePage>> = {
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
    load: async () => (await import('../../identity/profile/ProfilePage.tsx')).ProfilePage,
  },
  'routine/config': {
    title: 'settings',
    icon: 'settings',
    isForAll: false,
    load: async () => (await import('../../settings/SettingsPage.tsx')).SettingsPage,
  },
  'moduleStore/moduleStore': {
    title: 'modules',
    icon: 'cube',
    isForAll: false,
    load: async () => (await import('../../ops/modules/ModulesPage.tsx')).ModulesPage,
  },
  'crud/crud': {
    title: 'designer',
    icon: 'layers',
    isForAll: false,
    load: async () => (await import('../../ops/designer/DesignerPage.tsx')).DesignerPage,
  },
  'notification/index': {
    title: 'notices',
    icon: 'notifications',
    isForAll: true,
    load: async () => (await import('../../identity/notifications/NotificationsPage.tsx')).NotificationsPage,
  },
}

/** The core page of a path; null when it belongs to a table. */
export function corePageAt(pathname: string): CorePage | null {
  const path = pathname.replace(/^\/admin\//, '').toLowerCase()
  const found = Object.entries(corePages).find(([name]) => name.toLowerCase() === path)
  return found ? found[1] : null
}
