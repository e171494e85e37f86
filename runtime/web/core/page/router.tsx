/**
 * The router: the page of the address behind `#`, and what may hold a change of the address up. React Router's routers
 * that know blockers also load data for routes, which nothing here does, and are more than twice as large (16 KB gzip)
 * as its plain `Router`.
 */
import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import {
  parsePath,
  Router as AddressProvider,
  type Location,
  type NavigateOptions,
  type NavigationType,
  type Navigator,
  type Path,
  type To,
} from 'react-router-dom'
import { createHashHistory, type AddressHistory } from './hash-history.ts'
import type { BlockedNavigation, PageNavigate } from './page.ts'

interface Visit {
  readonly location: Location
  readonly type: NavigationType
}

/** With the id of the guard that asked for it. */
type Blocked = BlockedNavigation & { readonly guard: string }

/** Whether a change to that address must wait for an answer. */
export type MustWait = (next: Path) => boolean

/** The addresses visited, and the guards asked before the next one. */
export class AppRouter {
  readonly #history: AddressHistory
  readonly #listeners = new Set<() => void>()
  readonly #guards = new Map<string, MustWait>()
  #visit: Visit
  #blocked: Blocked | null = null
  /** A change was let through and is under way. */
  #isReleased = false
  /** Called once the browser is back at the address it must not leave yet. */
  #onReturned: (() => void) | null = null

  /** For React Router's own hooks and links. */
  readonly navigator: Navigator = {
    createHref: (to) => this.#history.createHref(to),
    createURL: (to) => this.#history.createURL(to),
    encodeLocation: (to) => this.#history.encodeLocation(to),
    go: (steps) => this.#history.go(steps),
    push: (to, state) => this.#change(to, { state }),
    replace: (to, state) => this.#change(to, { state, replace: true }),
  }

  constructor(history: AddressHistory) {
    this.#history = history
    this.#visit = visitOf(history)
    history.listen(({ location, delta }) => this.#moved(location, delta))
  }

  get visit(): Visit {
    return this.#visit
  }

  get location(): Location {
    return this.#visit.location
  }

  /** @param to an absolute path, the query of another view of the same path, or steps in the history */
  readonly navigate = (to: Partial<Path> | string | number, options: NavigateOptions = {}): void => {
    if (typeof to === 'number') this.#history.go(to)
    else this.#change(to, options)
  }

  /** Calls the listener after each change of the address and of what is blocked; returns how to stop that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls it with the visit now, and with each one to come; returns how to stop that. */
  follow(show: (visit: Visit) => void): () => void {
    show(this.#visit)
    return this.subscribe(() => show(this.#visit))
  }

  /** Has the guard asked before the address changes; where several want it to wait, the latest one holds it up. */
  guard(id: string, mustWait: MustWait): () => void {
    this.#guards.set(id, mustWait)
    return () => {
      this.#guards.delete(id)
      if (this.#blocked?.guard === id) this.#setBlocked(null)
    }
  }

  /** The change that this guard holds up. */
  blockedBy(guard: string): BlockedNavigation | null {
    return this.#blocked?.guard === guard ? this.#blocked : null
  }

  #change(to: To, { state = null, replace = false }: NavigateOptions): void {
    const path = typeof to === 'string' ? parsePath(to) : to
    const next = this.#history.encodeLocation({ pathname: this.#history.location.pathname, ...path })
    if (this.#isBlocked(next, () => this.#change(to, { state, replace }))) return
    if (replace) this.#history.replace(next, state)
    else this.#history.push(next, state)
    this.#show()
  }

  /** @param steps by which the browser has moved; null when nobody knows, and nothing can be taken back */
  #moved(location: Location, steps: number | null): void {
    const onReturned = this.#onReturned
    this.#onReturned = null
    if (onReturned) return onReturned()
    let isBack = false
    let isAwaited = false
    const goOn = (): void => {
      if (isBack) this.#history.go(steps ?? 0)
      else isAwaited = true
    }
    if (!steps || !this.#isBlocked(location, goOn)) return this.#show()
    this.#onReturned = () => {
      isBack = true
      if (isAwaited) goOn()
    }
    this.#history.go(-steps)
  }

  #isBlocked(next: Path, goOn: () => void): boolean {
    const guard = this.#isReleased ? undefined : [...this.#guards].findLast(([, mustWait]) => mustWait(next))?.[0]
    if (guard === undefined) return false
    this.#setBlocked({
      guard,
      proceed: () => {
        this.#isReleased = true
        this.#setBlocked(null)
        goOn()
      },
      reset: () => this.#setBlocked(null),
    })
    return true
  }

  #setBlocked(blocked: Blocked | null): void {
    this.#blocked = blocked
    this.#notify()
  }

  #show(): void {
    this.#visit = visitOf(this.#history)
    this.#isReleased = false
    this.#blocked = null
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

function visitOf({ location, action }: AddressHistory): Visit {
  return { location, type: action }
}

/** Addresses are in the hash, so that the server needs no route for them. */
export function createRouter(): AppRouter {
  return new AppRouter(createHashHistory())
}

const RouterContext = createContext<AppRouter | null>(null)

/** Renders what is inside for the address of the router. */
export function RouterProvider({ router, children }: { readonly router: AppRouter; readonly children: ReactNode }) {
  const [visit, setVisit] = useState(router.visit)
  // What the user does on the page that is still shown comes before the next page is rendered.
  useLayoutEffect(() => router.follow((next) => startTransition(() => setVisit(next))), [router])
  return (
    <RouterContext value={router}>
      <AddressProvider location={visit.location} navigationType={visit.type} navigator={router.navigator}>
        {children}
      </AddressProvider>
    </RouterContext>
  )
}

function useRouter(): AppRouter {
  const router = useContext(RouterContext)
  if (!router) throw new Error('the router is used outside its provider')
  return router
}

/**
 * As React Router's own, but with one identity, and starting from where the address is when it is called instead of
 * where it was when the component was rendered.
 */
export function useNavigate(): PageNavigate {
  return useRouter().navigate
}

/** Holds changes of the address up for which the function says so; the change that waits, null when none does. */
export function useBlocker(mustWait: MustWait): BlockedNavigation | null {
  const router = useRouter()
  const id = useId()
  const ask = useEffectEvent(mustWait)
  useEffect(() => router.guard(id, (next) => ask(next)), [router, id])
  return useSyncExternalStore(
    router.subscribe,
    useCallback(() => router.blockedBy(id), [router, id]),
  )
}
