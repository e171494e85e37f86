/**
 * The browser's history of addresses in the hash. As React Router's, which shares its entries, but every entry knows
 * its place, also one whose address was typed by hand: a step to it can be taken back.
 */
import { createPath, NavigationType, parsePath, type Location, type Path, type To } from 'react-router-dom'

export interface AddressHistory {
  readonly action: NavigationType
  readonly location: Location
  createHref(to: To): string
  createURL(to: To): URL
  /** The path as the browser writes it. */
  encodeLocation(to: To): Path
  push(to: To, state?: unknown): void
  replace(to: To, state?: unknown): void
  go(steps: number): void
  /** Calls the one listener when the browser has moved, by so many steps; null when nobody knows. */
  listen(listener: (moved: { readonly location: Location; readonly delta: number | null }) => void): () => void
}

/** What an entry of the browser's history contains, as React Router names it. */
interface Entry {
  readonly usr: unknown
  readonly key: string
  /** Its place among the entries of this window. */
  readonly idx: number
}

const current = (): Partial<Entry> | null => window.history.state as Partial<Entry> | null

const createKey = (): string => Math.random().toString(36).slice(2, 10)

const textOf = (to: To): string => (typeof to === 'string' ? to : createPath(to))

const createURL = (to: To): URL => new URL(window.location.origin + textOf(to))

function readLocation(): Location {
  const { pathname = '/', search = '', hash = '' } = parsePath(window.location.hash.slice(1))
  const { usr = null, key = 'default' } = current() ?? {}
  return { pathname: pathname.startsWith('/') ? pathname : `/${pathname}`, search, hash, state: usr, key }
}

export function createHashHistory(): AddressHistory {
  let action = NavigationType.Pop
  let place = current()?.idx ?? 0
  let address = window.location.hash
  const write = (entry: Entry, to: To | null, isNew: boolean): void => {
    const url = to === null ? undefined : `#${textOf(to)}`
    if (isNew) window.history.pushState(entry, '', url)
    else window.history.replaceState(entry, '', url)
    place = entry.idx
    address = window.location.hash
  }
  const entryAt = (idx: number): Entry => ({ usr: null, key: createKey(), idx })
  if (current()?.idx === undefined) window.history.replaceState({ ...current(), idx: place }, '')
  return {
    get action() {
      return action
    },
    get location() {
      return readLocation()
    },
    createHref: (to) => `#${textOf(to)}`,
    createURL,
    encodeLocation(to) {
      const { pathname, search, hash } = createURL(to)
      return { pathname, search, hash }
    },
    push(to, state = null) {
      action = NavigationType.Push
      write({ ...entryAt(place + 1), usr: state }, to, true)
    },
    replace(to, state = null) {
      action = NavigationType.Replace
      write({ ...entryAt(place), usr: state }, to, false)
    },
    go: (steps) => window.history.go(steps),
    listen(listener) {
      const follow = (): void => {
        action = NavigationType.Pop
        const before = place
        const index = current()?.idx
        // Typed by hand: a new entry after the one before, or the same one again.
        if (index === undefined) write(entryAt(address === window.location.hash ? place : place + 1), null, false)
        place = index ?? place
        address = window.location.hash
        listener({ location: readLocation(), delta: place - before })
      }
      window.addEventListener('popstate', follow)
      return () => window.removeEventListener('popstate', follow)
    },
  }
}
