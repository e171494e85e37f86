import type { Scope } from '#generated/live/server.ts'

/** The same database as another process sees it. */
export function ofAnotherProcess(scope: Scope): Scope {
  const adapter = {}
  const database = new Proxy(scope.database, {
    get(target, name) {
      if (name === 'adapter') return adapter
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return { ...scope, database }
}
