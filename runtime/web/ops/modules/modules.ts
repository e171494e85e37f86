/** The installed modules as the server describes them, and the part of the page that this browser remembers. */
import { call, getData } from '../../core/api/client.ts'
import { readStored, writeStored } from '../../core/preferences/browser-storage.ts'

interface ModuleName {
  readonly uid: string
  readonly title: string
}

export interface InstalledModule extends ModuleName {
  readonly icon: string
  readonly version: string
  /** 1 = on, 6 = off. */
  readonly state: number
  /** It belongs to the framework and cannot be switched off. */
  readonly fixed: boolean
  readonly tables: number
  readonly entities: readonly { readonly id: string; readonly title: string; readonly page: string }[]
  readonly pages: readonly string[]
  readonly jobs: readonly string[]
  readonly routes: readonly string[]
  readonly settings: readonly string[]
  readonly needs: readonly ModuleName[]
  readonly uses: readonly ModuleName[]
  readonly neededBy: readonly (ModuleName & { readonly state: number })[]
  readonly usedBy: readonly ModuleName[]
}

export interface StoredSize {
  readonly rows: number
  readonly bytes: number
}

export const isOn = ({ state }: Pick<InstalledModule, 'state'>): boolean => state === 1

export const loadModules = async (): Promise<readonly InstalledModule[]> =>
  (await getData<{ readonly installed: readonly InstalledModule[] }>('/admin/module/index', '', { quiet: true }))
    .installed

export const loadSize = (uid: string): Promise<StoredSize> =>
  getData<StoredSize>('/admin/module/data', `uid=${encodeURIComponent(uid)}`, { quiet: true })

export async function switchModule(uid: string, isSwitchedOn: boolean): Promise<void> {
  const body = { uid, state: isSwitchedOn ? 1 : 6 }
  await call({ method: 'POST', path: '/admin/module/changeState', body, notifySuccess: true })
}

/** The key that BuildAdmin's clients use for their store of modules. */
const storageKey = 'ba_account'

/** The module whose details were open last; "" = none. */
export function lastOpened(): string {
  const account = readStored(storageKey)
  const value = typeof account === 'object' && account !== null && 'module' in account ? account.module : ''
  return typeof value === 'string' ? value : ''
}

/** The other members of the object, which another client may have stored, stay. */
export function rememberOpened(module: string): void {
  const account = readStored(storageKey)
  writeStored(storageKey, { ...(typeof account === 'object' ? account : {}), module })
}
